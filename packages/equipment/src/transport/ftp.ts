/** A file server over FTP as drivers see it; failures are values. */
import type { ListedFile } from '@cellwright/domain/equipment';
import type { ConnectingTarget } from './connecting.ts';

export interface FtpTarget extends ConnectingTarget {
  readonly user: string;
  readonly password: string;
  /** Time limit of the sign-in and of each request, ms. */
  readonly timeoutMS: number;
}

/** A request. Paths are absolute paths of the server. `check` only asks whether it still answers. */
export type FtpRequest =
  | { readonly kind: 'check' }
  | { readonly kind: 'list'; readonly path: string }
  | { readonly kind: 'download'; readonly path: string }
  | { readonly kind: 'upload'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'delete'; readonly path: string };

export interface FtpFailure {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'connectionLost'
    /** The server answered with an error: it rejects the folder, the user or the password. */
    | 'refused'
    /** The server answered that the file is in use now; nothing was done. */
    | 'busy'
    /** The peer does not behave like a file server, or sends more than is accepted. */
    | 'invalidAnswer'
    /** The request's signal aborted. */
    | 'aborted';
  /** False: the server cannot have begun to change anything. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type FtpResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: FtpFailure };

export interface FtpOptions {
  /** Aborting ends a transfer in progress and its connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a successful request: names, the bytes of a file, or nothing. */
export interface FtpAnswer {
  readonly files: readonly ListedFile[];
  readonly bytes: Uint8Array;
}

/**
 * One server over one connection, opened when first needed and again after a loss. Requests are sent one at a time, in
 * order. Nothing is ever sent twice. No call rejects.
 */
export interface FtpTransport {
  request(request: FtpRequest, options?: FtpOptions): Promise<FtpResult<FtpAnswer>>;
  close(): Promise<void>;
}

export type OpenFtp = (target: FtpTarget) => FtpTransport;
