import * as z from 'zod';
import { valueMessages } from '../basics/issue-words.ts';
import { startOfText } from '../basics/start-of-text.ts';
import type { Problem } from './routine.ts';

/**
 * Returns a problem for each field that was sent but dropped by parsing, with the nearest name that the schema has
 * there. Fields without a value (null) are ignored.
 * @param read result of parsing `sent` with the schema
 */
export function findUnknownFields(sent: unknown, read: unknown, schema?: z.ZodType, path = ''): Problem[] {
  if (Array.isArray(sent) && Array.isArray(read)) {
    return sent.flatMap((item, index) => findUnknownFields(item, read[index], schema, join(path, index)));
  }
  if (!isFields(sent) || !isFields(read)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const fieldId = join(path, name);
    if (Object.hasOwn(read, name)) return findUnknownFields(value, Reflect.get(read, name), schema, fieldId);
    if (value === undefined || value === null) return [];
    const known = [...Object.keys(read), ...(schema ? fieldNamesAt(schema, path === '' ? [] : path.split('.')) : [])];
    return [unknownField(fieldId, name, known)];
  });
}

/** Returns problems for fields of an object that its schema does not have; for documents that did not parse. */
export function findUnknownNames(sent: object, schema: z.ZodType): Problem[] {
  const known = fieldNamesAt(schema, []);
  if (known.length === 0) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    known.includes(name) || value === undefined || value === null ? [] : [unknownField(name, name, known)],
  );
}

function unknownField(fieldId: string, name: string, known: readonly string[]): Problem {
  const near = findNearName(name, known);
  const shown = startOfText(fieldId, 200);
  const message =
    near === undefined ? valueMessages.unknownFields(`'${shown}'`) : valueMessages.unknownField(shown, near);
  return { kind: 'invalidConfiguration', message, fieldId };
}

/**
 * Returns the known name that a misspelt one most likely means; undefined if none is close enough.
 * @param limit maximum number of wrong characters
 */
export function findNearName(
  name: string,
  known: Iterable<string>,
  limit = Math.max(1, Math.floor(Math.min(name.length, 64) / 3)),
): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const each of known) {
    if (each === name) continue;
    const distance = distanceBetween(name.slice(0, 64).toLowerCase(), each.slice(0, 64).toLowerCase());
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name: each, distance };
  }
  return best?.name;
}

/** Returns the Levenshtein distance. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Returns the names of the fields that a schema has at a path; for unions those of all their options. */
function fieldNamesAt(schema: unknown, path: readonly string[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldNamesAt(schema.unwrap(), path);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return fieldNamesAt(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return [...fieldNamesAt(schema.in, path), ...fieldNamesAt(schema.out, path)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldNamesAt(option, path));
  const [name, ...rest] = path;
  if (schema instanceof z.ZodObject) {
    return name === undefined ? Object.keys(schema.shape) : fieldNamesAt(schema.shape[name], rest);
  }
  if (name === undefined) return [];
  if (schema instanceof z.ZodArray) return fieldNamesAt(schema.element, rest);
  return schema instanceof z.ZodRecord ? fieldNamesAt(schema.valueType, rest) : [];
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}
