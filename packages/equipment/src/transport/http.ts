/** A device with HTTP requests as drivers see it; failures are values. */
import type { ConnectingTarget } from './connecting.ts';

export interface HttpTarget extends ConnectingTarget {
  /** Time limit of a complete answer from the moment the request is sent, ms. */
  readonly timeoutMS: number;
  /** Longest answer. Default: 256 KiB. */
  readonly maxBodyBytes?: number;
}

export interface HttpQuestion {
  readonly method: 'GET' | 'POST';
  /** Path with query, ASCII: '/adi/data.json?offset=64&count=1'. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

export interface HttpFailure {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'connectionLost'
    /** The peer does not speak proper HTTP, or sends more than such a device would. */
    | 'invalidAnswer'
    /** The request's signal aborted before it was sent. */
    | 'aborted';
  /** False: the device cannot have seen the request. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type HttpOutcome =
  | { readonly ok: true; readonly value: HttpReply }
  | { readonly ok: false; readonly failure: HttpFailure };

export interface HttpOptions {
  /** Aborting prevents a request that was not sent yet from ever being sent. */
  readonly signal?: AbortSignal | undefined;
  /** Sent immediately over a connection of its own: for stops. */
  readonly urgent?: boolean | undefined;
}

/**
 * One device over kept connections. Requests are sent one at a time, in order. Nothing is ever sent twice, and no
 * redirect is followed. No call rejects.
 */
export interface HttpTransport {
  ask(question: HttpQuestion, options?: HttpOptions): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export type OpenHttp = (target: HttpTarget) => HttpTransport;

/** Responses of a device. */
export interface HttpBank {
  answer(question: HttpQuestion): HttpReply;
  /** True if a request changes anything, so that it counts as a command for the faults of a simulator. */
  isCommand(question: HttpQuestion): boolean;
}
