import { context, SpanKind, trace } from '@opentelemetry/api';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { extractTrace, failSpan, startSpan } from '../tracing.ts';
import type { BusMessage, MessageHandler } from './event-bus.ts';

export interface HandlingDeps {
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
}

/** Runs a handler as a part of the publisher's trace, measured. @throws what the handler throws. */
export async function handleMessage(
  { metrics }: HandlingDeps,
  pattern: string,
  handler: MessageHandler,
  message: BusMessage,
): Promise<void> {
  const startedAt = systemClock.now();
  const parent = extractTrace(message.headers);
  // The pattern, not the subject: subjects carry ids.
  const span = startSpan(`handle ${pattern}`, { kind: SpanKind.CONSUMER, parent });
  let outcome = 'failed';
  try {
    await context.with(trace.setSpan(parent, span), () => handler(message));
    outcome = 'ok';
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
    metrics?.observeRequest('bus_handle', pattern, outcome, (systemClock.now() - startedAt) / 1000);
  }
}

/** Delay before a failed durable message comes again, in ms: 100, 200, … up to 5000. */
export function redeliveryDelayMs(delivery: number): number {
  return Math.min(100 * 2 ** Math.min(delivery - 1, 10), 5000);
}

export interface EphemeralQueue {
  push(message: BusMessage): void;
  /** Drops what waits and resolves when the running handler has ended. */
  close(): Promise<void>;
}

/** Hands ephemeral messages to a handler one at a time; when it cannot follow, the oldest waiting ones are dropped. */
export function createEphemeralQueue(
  deps: HandlingDeps,
  pattern: string,
  handler: MessageHandler,
  maxPending = 1024,
): EphemeralQueue {
  const waiting: BusMessage[] = [];
  let running: Promise<void> | undefined;

  const drain = async () => {
    // Never on the publisher's own stack.
    await undefined;
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      try {
        await handleMessage(deps, pattern, handler, message);
      } catch (error) {
        deps.log.error('a message handler failed', { pattern, subject: message.subject, error });
      }
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
