import { randomUUID } from 'node:crypto';
import { ProductError } from '@cellwright/domain/basics';
import { createLogger, type Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics.ts';
import { injectTrace } from '../../tracing.ts';
import { type EventBus, isDurableSubject, type Subscription } from '../event-bus.ts';
import { encodePayload } from '../message.ts';
import { checkPattern, checkSubject } from '../subjects.ts';
import { type Connection, closeConnection, openConnection, pingConnection } from './connection.ts';
import { DurableChannel } from './durable-channel.ts';
import { createEphemeralChannel, type EphemeralChannel } from './ephemeral-channel.ts';
import { type StreamOptions, toPublishError } from './streams.ts';

export interface NatsBusOptions {
  /** nats://host:port */
  readonly url: string;
  /** Set for a server with users. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Name of the service, for the server's logs. */
  readonly name: string;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly stream?: StreamOptions;
  /** Milliseconds to wait for the server at start. Default 30 000. */
  readonly connectTimeoutMs?: number;
}

/**
 * Connects the event bus to NATS with JetStream. @throws ProductError `unavailable` when it does not respond in time.
 */
export async function openNatsBus(options: NatsBusOptions): Promise<EventBus> {
  const {
    url,
    user,
    password,
    name,
    log = createLogger(name),
    metrics,
    stream = {},
    connectTimeoutMs = 30_000,
  } = options;
  const deps = { log, metrics };
  const server = { url, user, password, log, connectTimeoutMs };
  // Two connections: a server with a slow or full disk delays a publisher of facts, and with it everything on the same
  // connection. Frames must not wait for that.
  const frames = await openConnection({ ...server, name });
  const facts = await openConnection({ ...server, name: `${name} facts` });
  try {
    const durable = await DurableChannel.open(facts, stream, deps, connectTimeoutMs);
    return new NatsBus([frames, facts], createEphemeralChannel(frames, deps), durable);
  } catch (error) {
    await Promise.all([frames.nats.close(), facts.nats.close()]);
    throw toPublishError(error);
  }
}

class NatsBus implements EventBus {
  readonly #connections: readonly Connection[];
  readonly #ephemeral: EphemeralChannel;
  readonly #durable: DurableChannel;
  readonly #subscriptions = new Set<Subscription>();
  readonly #returnCallbacks = new Set<() => void>();
  #closed = false;

  constructor(connections: readonly Connection[], ephemeral: EphemeralChannel, durable: DurableChannel) {
    this.#connections = connections;
    this.#ephemeral = ephemeral;
    this.#durable = durable;
    // Plain subscribers of facts also use the first connection.
    connections[0]?.onReconnect(() => {
      for (const callback of this.#returnCallbacks) callback();
    });
  }

  async publish(...[subject, payload, options = {}]: Parameters<EventBus['publish']>): Promise<void> {
    this.#checkOpen();
    checkSubject(subject);
    const data = encodePayload(payload);
    if (!isDurableSubject(subject)) return this.#ephemeral.publish(subject, data, options);
    const headers = { ...injectTrace(), ...options.headers };
    await this.#durable.publish(subject, data, options.messageId ?? randomUUID(), headers);
  }

  async subscribe(...[pattern, handler, options = {}]: Parameters<EventBus['subscribe']>): Promise<Subscription> {
    this.#checkOpen();
    checkPattern(pattern);
    const inner =
      options.durable === undefined
        ? await this.#ephemeral.subscribe(pattern, handler, options)
        : await this.#durable.subscribe(options.durable, pattern, handler);
    const subscription: Subscription = {
      close: () => {
        this.#subscriptions.delete(subscription);
        return inner.close();
      },
    };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  onReturn(callback: () => void): () => void {
    this.#returnCallbacks.add(callback);
    return () => this.#returnCallbacks.delete(callback);
  }

  async ping(): Promise<void> {
    this.#checkOpen();
    await Promise.all(this.#connections.map(pingConnection));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#durable.close();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    await Promise.all(this.#connections.map(closeConnection));
  }

  #checkOpen(): void {
    if (this.#closed) throw new ProductError('unavailable', 'The event bus is closed');
  }
}
