import type { Clock } from '@cellwright/domain';
import type { EventBus } from './bus/event-bus.ts';
import { systemClock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** A fact that waits to be published. `Id` is whatever the table numbers its rows with. */
export interface OutboxRow<Id> {
  readonly id: Id;
  /** Unique for ever: the bus and the consumers drop duplicates by it. */
  readonly messageId: string;
  readonly subject: string;
  readonly payload: unknown;
  /** For example the trace of the command that caused the fact. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The table behind a relay. */
export interface OutboxStore<Id> {
  /** The oldest unsent rows, in the order in which they are to be published. */
  claimBatch(limit: number): Promise<readonly OutboxRow<Id>[]>;
  /** Never called for a row whose publication failed. */
  markSent(ids: readonly Id[]): Promise<void>;
}

export interface OutboxRelayOptions<Id> {
  readonly name: string;
  readonly bus: EventBus;
  readonly store: OutboxStore<Id>;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  /** How often to look for rows that nobody announced, in ms. Default 1000. */
  readonly pollMs?: number;
  /** Default 100. */
  readonly batchSize?: number;
}

export interface OutboxRelay {
  /** Tells the relay that a row was committed, so that it does not wait for its next look. */
  wake(): void;
  /** Finishes the batch at hand and stops. */
  stop(): Promise<void>;
}

const firstRetryMs = 100;
const longestRetryMs = 5000;

/**
 * Publishes the rows of an outbox in order, and marks them when the bus has stored them. A failure stops the batch, so
 * that nothing overtakes; it is tried again with a growing delay. Several relays on one table send some rows twice,
 * which the message id undoes, and still in order.
 */
export function startOutboxRelay<Id>(options: OutboxRelayOptions<Id>): OutboxRelay {
  const { name, store, log, metrics, clock = systemClock, pollMs = 1000, batchSize = 100 } = options;
  let stopping = false;
  let woken = false;
  let interrupt = new AbortController();

  const rest = async (ms: number) => {
    if (woken || stopping) return;
    await clock.sleep(ms, interrupt.signal).catch(() => undefined);
  };

  const run = async () => {
    let retryMs = firstRetryMs;
    while (!stopping) {
      woken = false;
      interrupt = new AbortController();
      try {
        const rows = await store.claimBatch(batchSize);
        const sent = await publishInOrder(options, rows);
        metrics?.count('outbox_sent', { outbox: name }, sent);
        retryMs = firstRetryMs;
        if (rows.length < batchSize) await rest(pollMs);
      } catch (error) {
        log.warn('the outbox could not be drained; it will be tried again', { outbox: name, error });
        metrics?.count('outbox_failed', { outbox: name });
        // Not cut short by new rows: they would turn the delay into a busy loop.
        if (!stopping) await clock.sleep(retryMs, stopSignal.signal).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
    }
  };

  const stopSignal = new AbortController();
  const running = run();
  return {
    wake() {
      woken = true;
      interrupt.abort();
    },
    stop() {
      stopping = true;
      interrupt.abort();
      stopSignal.abort();
      return running;
    },
  };
}

async function publishInOrder<Id>(
  { bus, store }: OutboxRelayOptions<Id>,
  rows: readonly OutboxRow<Id>[],
): Promise<number> {
  const sent: Id[] = [];
  try {
    for (const { id, messageId, subject, payload, headers } of rows) {
      await bus.publish(subject, payload, { messageId, headers });
      sent.push(id);
    }
  } finally {
    if (sent.length > 0) await store.markSent(sent);
  }
  return sent.length;
}
