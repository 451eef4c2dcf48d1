import { randomUUID } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { injectTrace } from '../tracing.ts';
import { createDurableConsumer, type DurableConsumer } from './durable-consumer.ts';
import { dedupeWindowMs, type EventBus, isDurableSubject, type Subscription } from './event-bus.ts';
import { createEphemeralQueue, type EphemeralQueue, type HandlingDeps } from './handling.ts';
import { createMessage, encodePayload } from './message.ts';
import { checkDurable, checkPattern, checkSamePattern, checkSubject, matchesSubject } from './subjects.ts';

export interface InProcessBusOptions {
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  /** Durable consumers, name and pattern, that also receive messages from before their first subscription. */
  readonly durables?: Readonly<Record<string, string>>;
  /** Maximum size of unacknowledged durable messages in bytes, over all consumers. Default 64 MiB. */
  readonly maxBytes?: number;
}

interface Listener {
  readonly pattern: string;
  readonly queue: string | undefined;
  readonly pending: EphemeralQueue;
}

/**
 * Creates the event bus of the cell's default setup: the same contract as NATS, within this process and for its
 * lifetime. Its hub serves it to others.
 */
export function createInProcessBus(options: InProcessBusOptions = {}): EventBus {
  return new InProcessBus(options);
}

class InProcessBus implements EventBus {
  readonly #clock: Clock;
  readonly #deps: HandlingDeps;
  readonly #maxBytes: number;
  readonly #listeners = new Set<Listener>();
  readonly #consumers = new Map<string, DurableConsumer>();
  readonly #seen = new Map<string, number>();
  #turn = 0;
  #closed = false;

  constructor({
    log = createLogger('bus'),
    metrics,
    clock = systemClock,
    maxBytes = 64 * 1024 * 1024,
    durables = {},
  }: InProcessBusOptions) {
    this.#clock = clock;
    this.#deps = { log, metrics };
    this.#maxBytes = maxBytes;
    for (const [name, pattern] of Object.entries(durables)) this.#consumer(name, pattern);
  }

  async publish(...[subject, payload, options = {}]: Parameters<EventBus['publish']>): Promise<void> {
    this.#checkOpen();
    checkSubject(subject);
    const data = encodePayload(payload);
    const isDurable = isDurableSubject(subject);
    const messageId = options.messageId ?? (isDurable ? randomUUID() : '');
    const headers = { ...(isDurable && injectTrace()), ...options.headers };
    const parts = { subject, messageId, headers, data };
    if (isDurable && !this.#store(parts)) return;
    // Each subscriber gets its own copy, so that none can change the message of another.
    const message = () => createMessage({ ...parts, data: parts.data.slice(), delivery: 1 });
    for (const listener of this.#chooseListeners(subject)) listener.pending.push(message());
  }

  async subscribe(...[pattern, handler, options = {}]: Parameters<EventBus['subscribe']>): Promise<Subscription> {
    this.#checkOpen();
    checkPattern(pattern);
    if (options.durable !== undefined) return this.#consumer(options.durable, pattern).attach(handler);
    const { maxPending } = options;
    const pending = createEphemeralQueue(this.#deps, pattern, handler, { maxPending, isDeferred: true });
    const listener: Listener = { pattern, queue: options.queue, pending };
    this.#listeners.add(listener);
    return {
      close: () => {
        this.#listeners.delete(listener);
        return pending.close();
      },
    };
  }

  async ping(): Promise<void> {
    this.#checkOpen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const listeners = [...this.#listeners].map(({ pending }) => pending.close());
    const consumers = [...this.#consumers.values()].map((consumer) => consumer.close());
    await Promise.all([...listeners, ...consumers]);
  }

  /** Stores a durable message for every matching consumer; returns false for a duplicate. */
  #store(parts: Parameters<DurableConsumer['offer']>[0]): boolean {
    this.#forgetOldIds();
    if (this.#seen.has(parts.messageId)) return false;
    const wanting = [...this.#consumers.values()].filter(({ pattern }) => matchesSubject(pattern, parts.subject));
    const used = [...this.#consumers.values()].reduce((sum, { pendingBytes }) => sum + pendingBytes, 0);
    if (used + parts.data.length * wanting.length > this.#maxBytes) {
      throw new ProductError('unavailable', 'The event bus is full. A consumer has stalled', { reason: 'bus_full' });
    }
    this.#seen.set(parts.messageId, this.#clock.now());
    for (const consumer of wanting) consumer.offer(parts);
    return true;
  }

  #forgetOldIds(): void {
    const oldest = this.#clock.now() - dedupeWindowMs;
    for (const [id, at] of this.#seen) {
      if (at > oldest) break;
      this.#seen.delete(id);
    }
  }

  #consumer(name: string, pattern: string): DurableConsumer {
    checkDurable(name, pattern);
    const known = this.#consumers.get(name);
    if (known) {
      checkSamePattern(name, known.pattern, pattern);
      return known;
    }
    const consumer = createDurableConsumer(name, pattern, this.#deps, this.#clock);
    this.#consumers.set(name, consumer);
    return consumer;
  }

  /** Returns every plain subscriber, and one of each queue group in turn. */
  #chooseListeners(subject: string): Listener[] {
    const matching = [...this.#listeners].filter(({ pattern }) => matchesSubject(pattern, subject));
    const queues = new Set(matching.flatMap(({ queue }) => queue ?? []));
    this.#turn += 1;
    const chosen = [...queues].flatMap((name) => {
      const members = matching.filter(({ queue }) => queue === name);
      return members[this.#turn % members.length] ?? [];
    });
    return [...matching.filter(({ queue }) => queue === undefined), ...chosen];
  }

  #checkOpen(): void {
    if (this.#closed) throw new ProductError('unavailable', 'The event bus is closed');
  }
}
