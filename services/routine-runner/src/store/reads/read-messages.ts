import { type ErrorCode, isErrorCode, ProductError } from '@cellwright/domain/basics';
import type { ClientReads } from './client-reads.ts';

export type ReadName = keyof ClientReads;

/** Messages to the process: first its database, then reads. */
export type ToReads = { readonly databaseUrl: string } | ReadRequest;

/** A read and its arguments, as they travel to the process. */
export interface ReadRequest<Name extends ReadName = ReadName> {
  readonly id: number;
  readonly name: Name;
  readonly args: Parameters<ClientReads[Name]>;
}

export type ReadReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: ReadFailure };

/** An error that crosses processes: of ProductError, its code and details go along. */
export interface ReadFailure {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly details?: unknown;
}

/** Carries out a read. */
export function callRead({ name, args }: ReadRequest, reads: ClientReads): Promise<unknown> {
  // Sound: a request pairs the name with arguments of that read.
  const read = reads[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return read(...args);
}

export function describeFailure(error: unknown): ReadFailure {
  if (error instanceof ProductError) return { code: error.code, message: error.message, details: error.details };
  return { code: undefined, message: error instanceof Error ? error.message : String(error) };
}

export function toError({ code, message, details }: ReadFailure): Error {
  return isErrorCode(code) ? new ProductError(code, message, details) : new Error(message);
}
