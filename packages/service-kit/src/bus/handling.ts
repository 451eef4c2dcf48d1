import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { extractTrace, noTrace, runInTrace, SpanKind, withSpan } from '../tracing.ts';
import { processTurns, type TurnBudget } from '../turn-budget.ts';
import type { BusMessage, MessageHandler } from './event-bus.ts';

export interface HandlingDeps {
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
}

/** Runs and measures a handler, as a part of the trace of the message, if any. @throws the handler's error. */
export async function handleMessage(
  { metrics }: HandlingDeps,
  pattern: string,
  handler: MessageHandler,
  message: BusMessage,
): Promise<void> {
  const startedAt = systemClock.now();
  const parent = extractTrace(message.headers);
  let outcome = 'failed';
  try {
    if (parent === noTrace) await runInTrace(noTrace, () => handler(message));
    // The pattern, not the subject, because subjects contain ids.
    else await withSpan(`handle ${pattern}`, { kind: SpanKind.CONSUMER, parent }, async () => handler(message));
    outcome = 'ok';
  } finally {
    metrics?.observeRequest('bus_handle', pattern, outcome, (systemClock.now() - startedAt) / 1000);
  }
}

/** Returns the delay before a failed durable message is redelivered, in ms: 100, 200, … up to 5000. */
export function redeliveryDelayMs(delivery: number): number {
  return Math.min(100 * 2 ** Math.min(delivery - 1, 10), 5000);
}

export interface EphemeralQueue {
  push(message: BusMessage): void;
  /** Drops waiting messages and resolves when the running handler has ended. */
  close(): Promise<void>;
}

export interface EphemeralQueueOptions {
  /** Maximum number of waiting messages. Default 1024. */
  readonly maxPending?: number;
  /** True to handle messages outside the call of `push`, which belongs to the publisher. */
  readonly isDeferred?: boolean;
  /** Default: the budget of the process. */
  readonly turns?: TurnBudget;
}

/**
 * Creates a queue that passes ephemeral messages to a handler one at a time and drops the oldest waiting ones when the
 * handler is too slow. A full queue does not block the event loop.
 */
export function createEphemeralQueue(
  deps: HandlingDeps,
  pattern: string,
  handler: MessageHandler,
  { maxPending = 1024, isDeferred = false, turns = processTurns }: EphemeralQueueOptions = {},
): EphemeralQueue {
  const waiting: BusMessage[] = [];
  let running: Promise<void> | undefined;

  const drain = async () => {
    if (isDeferred) await undefined;
    const pause = turns.pause();
    if (pause) await pause;
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      try {
        await handleMessage(deps, pattern, handler, message);
      } catch (error) {
        deps.log.error('a message handler failed', { pattern, subject: message.subject, error });
      }
      const pause = turns.pause();
      if (pause) await pause;
    }
    running = undefined;
  };

  return {
    push(message) {
      if (waiting.length >= maxPending) {
        waiting.shift();
        deps.metrics?.count('bus_dropped', { reason: 'slow_handler' });
      }
      waiting.push(message);
      running ??= drain();
    },
    async close() {
      waiting.length = 0;
      await running;
    },
  };
}
