/**
 * Event bus for facts and streams between services. A subject's first token decides its delivery, so that a subject
 * always has one guarantee:
 * - `event.…` is durable: at least once, in order per consumer, kept until every durable consumer handled it; its
 * handlers continue the publisher's trace.
 * - everything else is ephemeral: at most once, newest wins, dropped while the bus is unavailable (frames, patches). It
 * belongs to no trace: a patch combines the changes of many commands, and a span per frame would flood a collector.
 */
export interface EventBus {
  /**
   * Publishes JSON (or bytes, sent as they are). A durable publish resolves when the bus has stored the message; one
   * whose `messageId` was seen within the dedupe window (2 minutes) resolves and is not delivered again.
   * @throws ProductError `unavailable`: the bus is unavailable, or its store is full (details.reason 'bus_full').
   */
  publish(subject: string, payload: unknown, options?: PublishOptions): Promise<void>;
  /**
   * Delivers messages whose subject matches `pattern` (`*` one token, `>` the rest), one at a time. Resolves when the
   * subscription is in effect. It is restored after a lost connection.
   */
  subscribe(pattern: string, handler: MessageHandler, options?: SubscribeOptions): Promise<Subscription>;
  /**
   * Calls back whenever the bus is available again after an outage: a subscriber without a durable name may have missed
   * messages. Returns a function that removes the callback. Absent where the bus cannot be unavailable.
   */
  onReturn?(callback: () => void): () => void;
  /** Resolves when the bus responds; rejects when it does not. For health checks. */
  ping(signal?: AbortSignal): Promise<void>;
  /** Waits for running handlers, then disconnects. */
  close(): Promise<void>;
}

export interface PublishOptions {
  /**
   * Identifies the message. Effectively required for durable subjects: a random id, used without one, prevents no
   * duplicates. An ephemeral message without one has none.
   */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SubscribeOptions {
  /**
   * Name of a durable consumer, on `event.…` patterns only: it receives all messages since its first subscription, also
   * those while it had no subscribers; subscribers of the same name share the messages. Without a name a subscriber
   * only receives messages while it is subscribed. A name keeps its pattern (`conflict` otherwise), and expires after a
   * week without subscribers.
   */
  readonly durable?: string;
  /** Ephemeral subscribers of the same queue share the messages. */
  readonly queue?: string;
  /** Ephemeral: maximum number of messages that wait for a slow handler before the oldest is dropped. Default 1024. */
  readonly maxPending?: number;
}

export interface BusMessage {
  readonly subject: string;
  /** Empty when the publisher of an ephemeral message gave none. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first delivery. */
  readonly delivery: number;
  readonly data: Uint8Array;
  text(): string;
  /**
   * Parses the data.
   * @throws SyntaxError when it is not JSON.
   */
  json(): unknown;
}

/**
 * Handles one message. A durable message is acknowledged when the handler returns and redelivered, after a growing
 * delay, when it throws, without limit. An error in an ephemeral handler is logged.
 */
export type MessageHandler = (message: BusMessage) => Promise<void> | void;

export interface Subscription {
  /** Stops delivery and waits for the running handler. A durable consumer keeps its position. */
  close(): Promise<void>;
}

/** First token of durable subjects. */
export const durablePrefix = 'event';

export function isDurableSubject(subject: string): boolean {
  return subject.startsWith(`${durablePrefix}.`);
}

/**
 * Maximum size of a message in bytes; a larger one is refused with ProductError `too_large`, even where a bus could
 * carry it.
 */
export const maxPayloadBytes = 1_000_000;

/** Time for which the bus remembers a message id, ms. Consumers drop later duplicates. */
export const dedupeWindowMs = 120_000;
