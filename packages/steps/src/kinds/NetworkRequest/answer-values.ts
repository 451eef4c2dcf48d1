import { findRepeatedField, type Result, readValue, startOfText, type VariableValue } from '@cellwright/domain/basics';
import { findUnheldValue } from '@cellwright/domain/routine';
import { networkMessages } from './contract-wording.ts';

export type FoundValue = Result<VariableValue, string>;

/**
 * Finds the part of an answer at a path: field names and positions from 0, separated by dots. Objects and lists are
 * returned as JSON text; an empty path returns the whole answer as text.
 */
export function findInAnswer(body: string, path: string): FoundValue {
  if (path === '') return hold(body, path);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return refuse(networkMessages.notJSON);
  }
  // Which of them the server means is unknown.
  const repeated = findRepeatedField(body, value);
  if (repeated !== undefined) return refuse(networkMessages.repeatedInAnswer(startOfText(repeated, 100)));
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return missing(path);
    value = Reflect.get(value, name);
  }
  if (value === null) return missing(path);
  if (typeof value !== 'object') return hold(value, path);
  // JSON text of a number that was not stored exactly would be a different number.
  const unheld = findUnheldValue(value);
  if (unheld) return refuse(networkMessages.unheldInAnswer(`${path}.${unheld.path}`, unheld.reason));
  return hold(JSON.stringify(value), path);
}

function hold(value: unknown, path: string): FoundValue {
  const held = readValue(value);
  return held.ok ? held : refuse(networkMessages.unheldInAnswer(path, held.error));
}

function refuse(error: string): FoundValue {
  return { ok: false, error };
}

function missing(path: string): FoundValue {
  return refuse(networkMessages.missingInAnswer(path));
}
