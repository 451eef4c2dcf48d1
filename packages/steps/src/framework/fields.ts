import { type Expression, expressionSchema, idSchema } from '@cellwright/domain';
import * as z from 'zod';

/** How a field is shown and asked for; attached to its zod schema. */
export interface FieldMeta {
  readonly label: string;
  /** 's', 'ms', 'm', 'mm', 'N', '%', 'kg', 'rad', '°', or 'distanceUnit' (the step's own). Absent: it has none. */
  readonly unit?: string;
  readonly help?: string;
  /** What the editor fills in when an optional field is switched on. */
  readonly suggested?: string | number | boolean;
  /** A form field that the type alone does not tell. */
  readonly control?: FieldControl;
}

const controls = [
  'expression',
  'condition',
  'numberOrExpression',
  'variable',
  'spaceItem',
  'equipment',
  /** An action of the device that `equipmentID` beside it names. */
  'deviceAction',
  'codeBlock',
  /** A tool centre point that the cell has. */
  'tcp',
] as const;
export type FieldControl = (typeof controls)[number];

/** Attaches label, unit and help to a field; the outermost schema (after `.default` or `.optional`) carries them. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  return schema.meta({ ...meta });
}

/** An expression that must be given. */
export function expressionField(message: string, meta: Omit<FieldMeta, 'control'>) {
  const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
  const present = z.unknown().refine(isPresent, { message, abort: true });
  return field(present.pipe(expressionSchema), { control: 'expression', ...meta });
}

/** An expression that gives true or false, may be absent. */
export function conditionField(meta: Omit<FieldMeta, 'control'>) {
  return field(expressionSchema.optional(), { control: 'condition', ...meta });
}

export type NumberOrExpression = number | Expression;
/** A number, or an expression that gives one while playing. */
export function numberOrExpression(number: z.ZodNumber) {
  return z.union([number, expressionSchema]);
}

/**
 * A number that is neither below nor above a limit, and says so with its unit.
 * @param unit as an author reads it behind a number: 'N', 'of the maximum'
 */
export function numberWithin(minimum: number, maximum: number, unit: string): z.ZodNumber {
  return z
    .number()
    .min(minimum, `This must be at least ${minimum} ${unit}`)
    .max(maximum, `This must be at most ${maximum} ${unit}`);
}

/** An id that must be given. */
export function requiredID(message: string) {
  return z.string(message).pipe(idSchema);
}

/** What `field` attached, as it shows in the JSON Schema of the arguments. */
export const fieldMetaSchema = z.object({
  label: z.string().min(1),
  unit: z.string().min(1).optional(),
  help: z.string().min(1).optional(),
  suggested: z.union([z.string(), z.number(), z.boolean()]).optional(),
  control: z.enum(controls).optional(),
});
