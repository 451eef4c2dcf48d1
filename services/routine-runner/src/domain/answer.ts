import type { ErrorCode } from '@cellwright/domain';

/** Why a command was not accepted: a code of the error table, and what to do next in the operator's words. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: unknown;
}

/** What a command of the session comes to; a refusal is an expected answer, not an exception. */
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
