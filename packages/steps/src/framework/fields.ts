import { idSchema } from '@cellwright/domain/basics';
import { type Expression, expressionSchema } from '@cellwright/domain/routine';
import { type FieldMeta, field } from '@cellwright/fields';
import * as z from 'zod';
import { stepMessages } from './step-messages.ts';

export { type FieldControl, type FieldMeta, field } from '@cellwright/fields';

/** Returns a field for a required expression. */
export function expressionField(message: string, meta: Omit<FieldMeta, 'control'>) {
  const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
  const present = z.unknown().refine(isPresent, { message, abort: true });
  return field(present.pipe(expressionSchema), { control: 'expression', ...meta });
}

/** Returns a field for an optional expression that gives true or false. */
export function conditionField(meta: Omit<FieldMeta, 'control'>) {
  return field(expressionSchema.optional(), { control: 'condition', ...meta });
}

export type NumberOrExpression = number | Expression;
/** Returns a field for a number, or for an expression that gives one while playing. */
export function numberOrExpression(number: z.ZodNumber) {
  return z.union([number, expressionSchema]);
}

/**
 * Returns a number between two limits, with messages that include the unit.
 * @param unit as an author reads it after a number: 'N', 'of the maximum'
 */
export function numberWithin(minimum: number, maximum: number, unit: string): z.ZodNumber {
  return z.number().min(minimum, stepMessages.atLeast(minimum, unit)).max(maximum, stepMessages.atMost(maximum, unit));
}

/** Returns a field for a required id. */
export function requiredID(message: string) {
  return z.string(message).pipe(idSchema);
}
