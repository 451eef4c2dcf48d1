/** A device with one line of text per request and response over TCP, as drivers see it; failures are values. */
import type { ConnectingTarget } from './connecting.ts';

export interface LineTarget extends ConnectingTarget {
  /** Milliseconds an answer may take, from the moment the question is sent. */
  readonly timeoutMS: number;
  /** Request sent first on each new connection: some devices do not understand the first line that they receive. */
  readonly greeting?: LineGreeting;
}

export interface LineGreeting {
  readonly question: string;
  /** True if the device has understood the question. */
  isUnderstood(answer: string): boolean;
  /** Maximum number of attempts. */
  readonly maxTries: number;
}

export interface LineFailure {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'connectionLost'
    /** The peer sends data that no device with a line protocol would send. */
    | 'invalidAnswer'
    /** The request is not a single line, so nothing is sent. */
    | 'invalidQuestion'
    /** The question's signal aborted before it was sent. */
    | 'aborted';
  /** False: the device cannot have seen the question. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type LineResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly failure: LineFailure };

export interface LineOptions {
  /** Aborting keeps a question that was not sent yet from ever being sent. */
  readonly signal?: AbortSignal;
}

/**
 * One device over one connection, opened when first needed and again after a loss. All that open the same host and port share
 * that connection. Questions go one at a time, in order. Nothing is ever sent twice. No call rejects.
 */
export interface LineTransport {
  /**
   * Sends a line (Latin-1, without its end) and returns the first later line that `isAnswer` accepts. Other lines are
   * ignored: a device may also send unrequested lines, or responses to other clients.
   */
  ask(question: string, isAnswer: (line: string) => boolean, options?: LineOptions): Promise<LineResult>;
  close(): Promise<void>;
}

export type OpenLines = (target: LineTarget) => LineTransport;

/** Simulated responses of a device to lines; undefined for no response. */
export interface LineBank {
  answer(question: string): string | undefined;
  /** True if a line is a command that changes something; used by the faults of a simulator. */
  isCommand(question: string): boolean;
}

/** End of a sent line. A received line may end with either character. */
export const lineEnd = '\r\n';
