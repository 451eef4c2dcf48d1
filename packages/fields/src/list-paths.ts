import type * as z from 'zod';
import { type Field, readFields } from './read-fields.ts';

/** A field with its place in the schema: 'groups.a', or 'list[].a' for a field of each entry. */
export interface FieldAtPath extends Field {
  readonly path: string;
}

/** Returns the fields of a schema, each followed by the fields inside it. */
export function listFieldPaths(schema: z.ZodType): readonly FieldAtPath[] {
  return pathsIn(readFields(schema), '');
}

function pathsIn(fields: readonly Field[], prefix: string): FieldAtPath[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    return [{ ...field, path }, ...pathsIn(field.fields, `${path}${field.shape === 'list' ? '[]' : ''}.`)];
  });
}
