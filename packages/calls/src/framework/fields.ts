import { largestInt32 } from '@cellwright/domain';
import * as z from 'zod';

/** A version of a document, also as the text that a query carries; absent for the newest. */
export const optionalVersion = z.coerce.number<number>().int().min(1).max(largestInt32).optional();
