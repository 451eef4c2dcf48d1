import type { ErrorCode } from '@cellwright/domain/basics';

/** Reason why a command was refused: a code of the error table, and a remedy for the operator. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: unknown;
}

/** Result of a command of the session; a refusal is an expected result, not an exception. */
export type Answer<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const accepted: Answer = { ok: true, value: undefined };

export function accept<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function refuse(
  code: ErrorCode,
  message: string,
  details?: unknown,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: details === undefined ? { code, message } : { code, message, details } };
}
