import type { Result } from '@cellwright/geometry';
import { explainText } from './text.ts';

/** Maximum length of a text in a variable or an expression, characters. */
export const maxVariableTextLength = 100_000;

/** Value of a variable or an expression. */
export type VariableValue = string | number | boolean;

export const tooLong = `a text of more than ${maxVariableTextLength} characters`;
export const notFinite = 'a number that is not finite';
export const tooManyDigits = 'a number beyond ±9007199254740991, whose last digits would be lost. Use a text';

/**
 * Checks a value from outside before a variable or a state accepts it: JSON, a database and every client must be able
 * to hold it exactly. All external values pass through this function. The error is a noun phrase: 'a number that is not
 * finite'.
 */
export function readValue(value: unknown): Result<VariableValue, string> {
  const error = explainValue(value);
  if (error !== undefined) return { ok: false, error };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { ok: true, value };
  return { ok: false, error: describeKind(value) };
}

/** Returns why no variable can hold a scalar; undefined if one can, or for other values. */
function explainValue(value: unknown): string | undefined {
  if (typeof value === 'number') return explainNumber(value);
  if (typeof value !== 'string') return undefined;
  if (value.length > maxVariableTextLength) return tooLong;
  return explainText(value);
}

/** Returns why a number cannot be held exactly; undefined if it can. */
export function explainNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return notFinite;
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? tooManyDigits : undefined;
}

function describeKind(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

/**
 * Parses a client's value for a variable. Client programs send every value as text: it takes the type of the previous
 * value, and a value of another type is rejected. A text variable keeps texts unchanged. The error is a predicate without
 * the name of the variable: 'is a number and cannot be set to "abc"'.
 */
export function readValueLike(before: VariableValue, given: unknown): Result<VariableValue, string> {
  const held = readValue(given);
  if (!held.ok) return refuse(`cannot be set to ${held.error}`);
  const { value } = held;
  if (typeof value === typeof before) return held;
  const converted = convert(before, value);
  if (converted === undefined) return refuse(`is ${nounOf(before)} and cannot be set to ${JSON.stringify(value)}`);
  const checked = readValue(converted);
  return checked.ok ? checked : refuse(`cannot be set to ${checked.error}`);
}

function convert(before: VariableValue, value: VariableValue): VariableValue | undefined {
  if (typeof value !== 'string') return typeof before === 'string' ? String(value) : undefined;
  if (typeof before === 'number') return numberPattern.test(value.trim()) ? Number(value) : undefined;
  return readBoolean(value);
}

/** Programs print booleans in any letter case: Python prints True. */
function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}

/** A decimal number as programs print it, including non-finite ones, which are rejected by name. */
const numberPattern = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|Infinity|NaN)$/i;

function nounOf(value: VariableValue): string {
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? 'true or false' : 'a text';
}

function refuse(error: string): Result<never, string> {
  return { ok: false, error };
}
