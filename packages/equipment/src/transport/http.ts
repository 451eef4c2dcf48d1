/** A device that is asked over HTTP, as drivers see it; failures are values. */
import type { ConnectingTarget } from './connecting.ts';

export interface HttpTarget extends ConnectingTarget {
  /** Milliseconds an answer may take to its end, from the moment the request is sent. */
  readonly timeoutMS: number;
  /** Longest answer. Default: 256 KiB. */
  readonly maxBodyBytes?: number;
}

export interface HttpQuestion {
  readonly method: 'GET' | 'POST';
  /** With its query, ASCII: '/adi/data.json?offset=64&count=1'. */
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
    /** The peer does not speak HTTP as it should, or says more than such a device would. */
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
  /** Aborting keeps a request that was not sent yet from ever being sent. */
  readonly signal?: AbortSignal | undefined;
  /** Sent at once, over a connection of its own: for stops. */
  readonly urgent?: boolean | undefined;
}

/**
 * One device, over connections that are kept. Requests go one at a time, in order. Nothing is ever sent twice, and no
 * redirect is followed. No call rejects.
 */
export interface HttpTransport {
  ask(question: HttpQuestion, options?: HttpOptions): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export type OpenHttp = (target: HttpTarget) => HttpTransport;

/** What a device answers to a request. */
export interface HttpBank {
  answer(question: HttpQuestion): HttpReply;
  /** Whether a request changes anything: a command, for the faults of a simulator. */
  isCommand(question: HttpQuestion): boolean;
}
