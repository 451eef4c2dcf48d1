/** Bytes to and from a device over TCP, as Latin-1 text; failures are values. */
import type { ConnectingTarget } from './connecting.ts';

/** Bytes to wait for: a count, or all before an end that is removed. */
export type Wanted = { readonly count: number } | { readonly until: string };

export type StreamResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

/** One connection, opened when first needed and again after a loss. No call rejects. */
export interface ByteStream {
  send(bytes: string): Promise<StreamResult>;
  receive(wanted: Wanted, timeoutMS: number): Promise<StreamResult>;
  close(): void;
}

export type OpenStream = (target: ConnectingTarget) => ByteStream;
