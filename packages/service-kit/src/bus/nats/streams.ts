import { ProductError } from '@cellwright/domain/basics';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { systemClock } from '../../clock.ts';
import { dedupeWindowMs, durablePrefix } from '../event-bus.ts';
import { checkSamePattern } from '../subjects.ts';

export interface StreamOptions {
  /** Default EVENTS. */
  readonly name?: string;
  /** Maximum size of messages that wait for consumers, bytes; default: the limit of the server's store. */
  readonly maxBytes?: number;
}

export const defaultStreamName = 'EVENTS';

const nanosecondsPerMs = 1_000_000;
const weekMs = 7 * 24 * 3600 * 1000;
/**
 * Time after which an unanswered message is redelivered; running handlers renew it. Short, because messages in flight
 * to a process that died delay its consumer for this long.
 */
export const ackWaitMs = 2000;

/** Creates the stream of durable subjects, or updates it to this build's settings; its messages stay. */
export async function ensureStream(
  manager: JetStreamManager,
  { name = defaultStreamName, maxBytes = -1 }: StreamOptions,
): Promise<void> {
  const settings = {
    subjects: [`${durablePrefix}.>`],
    // A full store refuses new messages, which their publisher keeps in its outbox, instead of losing old ones.
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    max_age: weekMs * nanosecondsPerMs,
    duplicate_window: dedupeWindowMs * nanosecondsPerMs,
  };
  try {
    await manager.streams.info(name);
    await manager.streams.update(name, settings);
  } catch (error) {
    if (!isApiError(error, streamNotFound)) throw error;
    await manager.streams.add({
      ...settings,
      name,
      // A message is kept until every durable consumer handled it.
      retention: RetentionPolicy.Interest,
      storage: StorageType.File,
    });
  }
}

/**
 * Returns the subject to which the server delivers the messages of a durable consumer; its subscribers share them as a
 * queue group.
 */
export function deliverySubject(stream: string, durable: string): string {
  return `deliver.${stream}.${durable}`;
}

/** Creates a durable consumer unless it exists. @throws ProductError `conflict` when it exists with another pattern. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  durable: string,
  pattern: string,
): Promise<void> {
  const known = await manager.consumers.info(stream, durable).catch((error: unknown) => {
    if (isApiError(error, consumerNotFound)) return undefined;
    throw error;
  });
  if (known) {
    checkSamePattern(durable, known.config.filter_subject, pattern);
    return;
  }
  await manager.consumers.add(stream, {
    durable_name: durable,
    deliver_subject: deliverySubject(stream, durable),
    deliver_group: durable,
    deliver_policy: DeliverPolicy.New,
    replay_policy: ReplayPolicy.Instant,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWaitMs * nanosecondsPerMs,
    // One at a time, so that a redelivery keeps the order.
    max_ack_pending: 1,
    max_deliver: -1,
    filter_subject: pattern,
    // An abandoned consumer must not keep messages without limit.
    inactive_threshold: weekMs * nanosecondsPerMs,
  });
}

/**
 * Repeats `work` until it succeeds: JetStream needs a moment after a start, and its streams become available one by
 * one.
 */
export async function retryUntil(work: () => Promise<void>, timeoutMs: number, stopped: () => boolean): Promise<void> {
  const end = systemClock.now() + timeoutMs;
  for (let delayMs = 50; ; delayMs = Math.min(delayMs * 2, 1000)) {
    try {
      await work();
      return;
    } catch (error) {
      if (stopped() || systemClock.now() >= end) throw error;
      await systemClock.sleep(delayMs);
    }
  }
}

const streamNotFound = 10_059;
const consumerNotFound = 10_014;
/** Storage errors of JetStream: no resources, no memory or disk, store failed (its limits), too many bytes. */
const fullCodes = [10_023, 10_028, 10_047, 10_077];

function isApiError(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

/** Converts the error of a failed durable publication. */
export function toPublishError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (isApiError(error, ...fullCodes)) {
    return new ProductError(
      'unavailable',
      'The event bus is full. A consumer has stalled, or the disk is full',
      { reason: 'bus_full' },
      { cause: error },
    );
  }
  return new ProductError(
    'unavailable',
    'The event bus does not answer. Try again in a moment',
    { reason: 'bus_away' },
    { cause: error },
  );
}
