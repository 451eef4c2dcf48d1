import { refuseUnknownFields } from '@cellwright/domain/basics';
import type * as z from 'zod';
import type { CallDefinition } from './definition.ts';

/**
 * Returns the input of a call as an entry point reads it: unknown fields are refused by name, also in nested objects. A
 * call that signs in ignores them.
 */
export function strictInputOf({ input, startsSession }: Pick<CallDefinition, 'input' | 'startsSession'>): z.ZodObject {
  return startsSession ? input : refuseUnknownFields(input);
}
