import { type FieldMeta, field } from '@cellwright/fields';
import * as z from 'zod';
import { conditionField, expressionField, numberOrExpression, requiredID } from '../framework/fields.ts';

/** Controls that an argument of a package may name. */
export const packageControls = [
  'variable',
  'spaceItem',
  'equipment',
  'expression',
  'condition',
  'numberOrExpression',
] as const;

const maxText = 1000;

/** One argument in JSON Schema: the part of the standard that a form can show. */
const argumentSchema = z.strictObject({
  type: z.enum(['number', 'integer', 'string', 'boolean']).optional(),
  /** Its label. */
  title: z.string().trim().min(1).max(60),
  /** Its help text. */
  description: z.string().trim().min(1).max(300).optional(),
  unit: z.string().trim().min(1).max(12).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string().min(1).max(60)).min(1).max(50).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().int().min(1).max(maxText).optional(),
  control: z.enum(packageControls).optional(),
  accepts: z.string().min(1).max(60).optional(),
});
export type DeclaredArgument = z.output<typeof argumentSchema>;

/** The arguments of a step kind: a JSON Schema of an object. */
export const argumentsSchema = z.strictObject({
  type: z.literal('object'),
  properties: z.record(
    z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be a name such as pauseTime'),
    argumentSchema,
  ),
  required: z.array(z.string()).default([]),
});
export type DeclaredArguments = z.output<typeof argumentsSchema>;

/** Returns the schema of the arguments. @throws Error naming the argument that cannot be read. */
export function toSchema({ properties, required }: DeclaredArguments): z.ZodType<Record<string, unknown>> {
  const unknown = required.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw new Error(`required names ${unknown}, which is not an argument`);
  const fields = Object.entries(properties).map(([name, declared]) => {
    try {
      return [name, toField(declared, required.includes(name))] as const;
    } catch (error) {
      throw new Error(`The argument ${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return z.object(Object.fromEntries(fields));
}

function toField(declared: DeclaredArgument, isRequired: boolean): z.ZodType {
  const { title: label, description: help, unit, control, accepts, default: initial } = declared;
  const meta: FieldMeta = {
    label,
    ...(help !== undefined && { help }),
    ...(unit !== undefined && { unit }),
    ...(control !== undefined && { control }),
    ...(accepts !== undefined && { accepts }),
  };
  if (control === 'condition') return isRequired ? expressionField(setIt(label), meta) : conditionField(meta);
  if (control === 'expression' && isRequired) return expressionField(setIt(label), meta);
  const value = toValue(declared);
  if (initial === undefined) return field(isRequired ? value : z.optional(value), meta);
  if (!value.safeParse(initial).success) throw new Error(`has the invalid default ${JSON.stringify(initial)}`);
  return field(z._default(value, initial), meta);
}

/** Returns the schema of the value itself. */
function toValue({
  type,
  title,
  unit,
  enum: choices,
  minimum,
  maximum,
  maxLength,
  control,
}: DeclaredArgument): z.ZodType {
  if (control === 'variable' || control === 'spaceItem' || control === 'equipment')
    return requiredID(`Choose: ${title}`);
  if (control === 'expression') return conditionField({ label: title });
  if (choices !== undefined) return z.enum(choices);
  const number = toNumber(type === 'integer', minimum, maximum, unit);
  if (control === 'numberOrExpression') return numberOrExpression(number);
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'string':
      return z.string().max(maxLength ?? maxText);
    case 'integer':
      return number;
    case 'number':
      if (unit === undefined) throw new Error('is a number without a unit');
      return number;
    case undefined:
      throw new Error('has neither a type nor a control');
  }
}

function toNumber(isWhole: boolean, minimum: number | undefined, maximum: number | undefined, unit = '') {
  const amount = (limit: number) => (unit === '' ? `${limit}` : `${limit} ${unit}`);
  let number = isWhole ? z.number().int('This must be a whole number') : z.number();
  if (minimum !== undefined) number = number.min(minimum, `This must be at least ${amount(minimum)}`);
  if (maximum !== undefined) number = number.max(maximum, `This must be at most ${amount(maximum)}`);
  return number;
}

function setIt(label: string): string {
  return `Set: ${label}`;
}
