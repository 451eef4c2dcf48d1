import type { VariableValue } from '@cellwright/domain';
import { networkMessages } from './contract-wording.ts';

export type FoundValue =
  | { readonly ok: true; readonly value: VariableValue }
  | { readonly ok: false; readonly message: string };

/**
 * The part of an answer that a path means: field names and positions from 0, with dots between. Groups and lists come
 * as JSON text; an empty path is the whole answer as text.
 */
export function findInAnswer(body: string, path: string): FoundValue {
  if (path === '') return { ok: true, value: body };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { ok: false, message: networkMessages.notJSON };
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return missing(path);
    value = Reflect.get(value, name);
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { ok: true, value };
  return value === null ? missing(path) : { ok: true, value: JSON.stringify(value) };
}

function missing(path: string): FoundValue {
  return { ok: false, message: networkMessages.missingInAnswer(path) };
}
