/**
 * The event bus carries facts and streams between services. A subject's first token decides its delivery, so that a
 * subject always has one guarantee:
 * - `event.…` is durable: at least once, in order per consumer, kept until every durable consumer handled it; its
 *   handlers continue the publisher's trace.
 * - everything else is ephemeral: at most once, newest wins, dropped while the bus is away (frames, patches). It belongs
 *   to no trace: a patch gathers what many commands changed, and a span per frame would be all that a collector sees.
 */
export interface EventBus {
  /**
   * Publishes JSON (or bytes, sent as they are). A durable publish resolves when the bus has stored the message; one
   * whose `messageId` was seen within the dedupe window (2 minutes) resolves and is not delivered again.
   * @throws ProductError `unavailable`: the bus is away, or its store is full (details.reason 'bus_full').
   */
  publish(subject: string, payload: unknown, options?: PublishOptions): Promise<void>;
  /**
   * Delivers messages whose subject matches `pattern` (`*` one token, `>` the rest), one at a time.
   * Resolves when the subscription is in effect. Survives the loss of the connection.
   */
  subscribe(pattern: string, handler: MessageHandler, options?: SubscribeOptions): Promise<Subscription>;
  /**
   * Calls back whenever the bus was away and is back: a subscriber without a durable name may have missed messages.
   * Answers what takes the callback off again. Absent where the bus cannot be away.
   */
  onReturn?(callback: () => void): () => void;
  /** Resolves when the bus answers; rejects when it does not. For health checks. */
  ping(signal?: AbortSignal): Promise<void>;
  /** Lets running handlers end, then disconnects. */
  close(): Promise<void>;
}

export interface PublishOptions {
  /**
   * Identifies the fact. Required in effect for durable subjects: without one a random id is used, which dedupes nothing.
   * An ephemeral message without one has none.
   */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SubscribeOptions {
  /**
   * Name of a durable consumer, on `event.…` patterns only: it receives what was published since it first subscribed,
   * also while nobody was subscribed; subscribers of the same name share the messages. Without a name a subscriber
   * receives what is published while it listens. A name keeps its pattern (`conflict` otherwise), and is forgotten
   * after a week without subscribers.
   */
  readonly durable?: string;
  /** Ephemeral subscribers of the same queue share the messages. */
  readonly queue?: string;
  /** Ephemeral: messages that may wait for a slow handler before the oldest is dropped. Default 1024. */
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
  /** @throws SyntaxError when the data is not JSON. */
  json(): unknown;
}

/**
 * Handles one message. A durable message is acknowledged when the handler returns and delivered again, after a growing
 * delay, when it throws; it is never given up. An error in an ephemeral handler is logged.
 */
export type MessageHandler = (message: BusMessage) => Promise<void> | void;

export interface Subscription {
  /** Stops delivery and waits for the running handler. A durable consumer keeps its place. */
  close(): Promise<void>;
}

/** The first token of durable subjects. */
export const durablePrefix = 'event';

export function isDurableSubject(subject: string): boolean {
  return subject.startsWith(`${durablePrefix}.`);
}

/** Bytes of one message; more is refused with ProductError `too_large`, also where a bus could carry it. */
export const maxPayloadBytes = 1_000_000;

/** How long a message id is remembered by the bus, in ms. Later duplicates are the consumer's to drop. */
export const dedupeWindowMs = 120_000;
