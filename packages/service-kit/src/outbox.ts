import { type Clock, ProductError, rest } from '@cellwright/domain/basics';
import type { EventBus } from './bus/event-bus.ts';
import { systemClock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** A fact to be published. `Id` is the type of the table's row numbers. */
export interface OutboxRow<Id> {
  readonly id: Id;
  /** Globally unique: the bus and the consumers use it to drop duplicates. */
  readonly messageId: string;
  readonly subject: string;
  readonly payload: unknown;
  /** For example the trace of the command behind the fact. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The table behind a relay. */
export interface OutboxStore<Id> {
  /** Returns the oldest unsent rows, in the order of publication. */
  claimBatch(limit: number): Promise<readonly OutboxRow<Id>[]>;
  /** Marks rows as sent. Never called for a row whose publication failed. */
  markSent(ids: readonly Id[]): Promise<void>;
}

export interface OutboxRelayOptions<Id> {
  readonly name: string;
  readonly bus: EventBus;
  readonly store: OutboxStore<Id>;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  /** Interval for finding rows without a wake-up, such as those of an ended process, in ms. Default 5000. */
  readonly pollMs?: number;
  /** Default 100. */
  readonly batchSize?: number;
}

export interface OutboxRelay {
  /** Notifies the relay of a committed row, so that it does not wait for its next check. */
  wake(): void;
  /** Finishes the current batch and stops. */
  stop(): Promise<void>;
}

const firstRetryMs = 100;
const longestRetryMs = 5000;

/**
 * Publishes the rows of an outbox in order, and marks them when the bus has stored them. A failure stops the batch, so
 * that the order is kept; it is retried with a growing delay. Several relays on one table send some rows twice, in
 * order, and the message id removes the duplicates.
 */
export function startOutboxRelay<Id>(options: OutboxRelayOptions<Id>): OutboxRelay {
  const { name, log, metrics, clock = systemClock, pollMs = 5000, batchSize = 100 } = options;
  let stopping = false;
  let woken = false;
  let interrupt = new AbortController();

  const restUntilWoken = async (ms: number) => {
    if (woken || stopping) return;
    await rest(clock, ms, interrupt.signal);
  };

  const run = async () => {
    let retryMs = firstRetryMs;
    while (!stopping) {
      woken = false;
      interrupt = new AbortController();
      const { claimed, sent, failure } = await drainBatch(options);
      metrics?.count('outbox_sent', { outbox: name }, sent);
      if (sent > 0) retryMs = firstRetryMs;
      if (failure === undefined) {
        if (claimed < batchSize) await restUntilWoken(pollMs);
        continue;
      }
      log.warn('the outbox could not be drained; it will be tried again', { outbox: name, error: failure });
      metrics?.count('outbox_failed', { outbox: name });
      // Not shortened by new rows, which would turn the delay into a busy loop.
      if (!stopping) await rest(clock, retryMs, stopSignal.signal);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
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

interface Drained {
  readonly claimed: number;
  readonly sent: number;
  readonly failure?: unknown;
}

async function drainBatch<Id>(options: OutboxRelayOptions<Id>): Promise<Drained> {
  const { store, batchSize = 100 } = options;
  const done: Id[] = [];
  let claimed = 0;
  try {
    const rows = await store.claimBatch(batchSize);
    claimed = rows.length;
    let failure: unknown;
    for (const row of rows) {
      failure = await publishRow(options, row);
      if (failure !== undefined) break;
      done.push(row.id);
    }
    if (done.length > 0) await store.markSent(done);
    return { claimed, sent: done.length, failure };
  } catch (failure) {
    return { claimed, sent: 0, failure };
  }
}

/** Publishes a row. Returns undefined when it is finished, else the reason for a retry. */
async function publishRow<Id>(
  { name, bus, log, metrics }: OutboxRelayOptions<Id>,
  { messageId, subject, payload, headers }: OutboxRow<Id>,
): Promise<unknown> {
  try {
    await bus.publish(subject, payload, { messageId, headers });
    return undefined;
  } catch (error) {
    const refused =
      error instanceof ProductError && (error.code === 'too_large' || error.code === 'invalid_parameters');
    if (!refused) return error;
    // It would always be refused and block every later fact. The fact itself stays in its own table.
    log.error('the event bus refuses a fact; it is skipped', { outbox: name, subject, messageId, error });
    metrics?.count('outbox_refused', { outbox: name });
    return undefined;
  }
}
