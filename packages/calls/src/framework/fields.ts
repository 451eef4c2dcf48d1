import { largestInt32, nameSchema, oneLine, wholeNumberText } from '@cellwright/domain/basics';
import { robotKindSchema } from '@cellwright/domain/robot';
import * as z from 'zod';

/** A version of a document, also as the text that a query carries; absent for the newest. */
export const optionalVersion = wholeNumberText({ min: 1, max: largestInt32 }).optional();

/** Id of a stored document, in a path. */
export const idField = z
  .string()
  .min(1, 'must not be empty')
  .max(128)
  .regex(oneLine, 'An id must not contain control characters');

/** Robot of a call with the scope 'robot'. */
export const robotKindField = robotKindSchema.default('simulated');

/** Name for a copy of a routine. */
export const copyName = nameSchema('routine').optional();
