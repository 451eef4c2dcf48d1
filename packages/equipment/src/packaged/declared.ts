/** Parts of the manifest of a package that its step kinds and its device kinds share. */
import { findHiddenCharacter, findLineCharacter, type Migration, type StoredForm } from '@cellwright/domain/basics';
import { storedValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';

const maxText = 1000;

/** Returns the schema of a line that a package shows to users: what they see is what it has. */
export const declaredLine = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(isShownAsIs, 'must be one line without control characters and invisible or reordering characters');

function isShownAsIs(text: string): boolean {
  return findLineCharacter(text) === undefined && findHiddenCharacter(text) === undefined;
}

export const declaredName = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be a name such as pauseTime');

/** One value in JSON Schema: the part of the standard that a form can show. */
export const declaredValueShape = {
  type: z.enum(['number', 'integer', 'string', 'boolean']).optional(),
  /** Its label. */
  title: declaredLine(60),
  /** Its help text. */
  description: declaredLine(300).optional(),
  unit: declaredLine(12).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(declaredLine(60)).min(1).max(50).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().int().min(1).max(maxText).optional(),
};
export const declaredValueSchema = z.strictObject(declaredValueShape);
export type DeclaredValue = z.output<typeof declaredValueSchema>;

/** Returns the schema of a declared value, without its default. @throws Error that continues 'The argument X ' */
export function toDeclaredValue({ type, enum: choices, unit, maxLength, ...limits }: DeclaredValue): z.ZodType {
  if (choices !== undefined) return z.enum(choices);
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'string':
      return z.string().max(maxLength ?? maxText);
    case 'integer':
      return toDeclaredNumber({ type, unit, ...limits });
    case 'number':
      if (unit === undefined) throw new Error('is a number without a unit');
      return toDeclaredNumber({ type, unit, ...limits });
    case undefined:
      throw new Error('has neither a type nor a control');
  }
}

/** Returns the schema of a declared number with its limits. */
export function toDeclaredNumber({
  type,
  minimum,
  maximum,
  unit = '',
}: Pick<DeclaredValue, 'type' | 'minimum' | 'maximum' | 'unit'>) {
  const amount = (limit: number) => (unit === '' ? `${limit}` : `${limit} ${unit}`);
  let number = type === 'integer' ? z.number().int('This must be a whole number') : z.number();
  if (minimum !== undefined) number = number.min(minimum, `This must be at least ${amount(minimum)}`);
  if (maximum !== undefined) number = number.max(maximum, `This must be at most ${amount(maximum)}`);
  return number;
}

/** Returns the value with its declared default. @throws Error that continues 'The argument X ' */
export function withDeclaredDefault(value: z.ZodType, initial: NonNullable<DeclaredValue['default']>): z.ZodType {
  if (!value.safeParse(initial).success) throw new Error(`has the invalid default ${JSON.stringify(initial)}`);
  return z._default(value, initial);
}

/** Versions of stored values, and one migration for each version from 2. */
export const declaredVersions = {
  version: z.number().int().min(1).default(1),
  migrations: z
    .array(
      z.strictObject({
        to: z.number().int().min(2),
        /** Description of the change for users. */
        describe: declaredLine(200),
        /** New names of values, by their old names. */
        rename: z.record(declaredName, declaredName).default({}),
        remove: z.array(declaredName).default([]),
        /** Values that the older form does not have. */
        set: z.record(declaredName, storedValueSchema).default({}),
      }),
    )
    .max(100)
    .default([]),
};
export type DeclaredMigration = z.output<typeof declaredVersions.migrations>[number];

export function toMigration({ to, describe, rename, remove, set }: DeclaredMigration): Migration {
  return {
    to,
    describe,
    migrate(old: StoredForm): StoredForm {
      const kept = Object.entries(old).filter(([name]) => !remove.includes(name));
      return { ...set, ...Object.fromEntries(kept.map(([name, value]) => [rename[name] ?? name, value])) };
    },
  };
}
