import {
  declaredName,
  declaredValueShape,
  toDeclaredNumber,
  toDeclaredValue,
  withDeclaredDefault,
} from '@cellwright/equipment/packaged';
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

/** One argument: a declared value, or a control of the product. */
const argumentSchema = z.strictObject({
  ...declaredValueShape,
  control: z.enum(packageControls).optional(),
  accepts: z.string().min(1).max(60).optional(),
});
export type DeclaredArgument = z.output<typeof argumentSchema>;

/** The arguments of a step kind: a JSON Schema of an object. */
export const argumentsSchema = z.strictObject({
  type: z.literal('object'),
  properties: z.record(declaredName, argumentSchema),
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
  return field(withDeclaredDefault(value, initial), meta);
}

/** Returns the schema of the value itself. */
function toValue(declared: DeclaredArgument): z.ZodType {
  const { title, enum: choices, control } = declared;
  if (control === 'variable' || control === 'spaceItem' || control === 'equipment')
    return requiredID(`Choose: ${title}`);
  if (control === 'expression') return conditionField({ label: title });
  if (control === 'numberOrExpression' && choices === undefined) return numberOrExpression(toDeclaredNumber(declared));
  return toDeclaredValue(declared);
}

function setIt(label: string): string {
  return `Set: ${label}`;
}
