import { randomUUID } from 'node:crypto';
import { ProductError } from '@cellwright/domain';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { createLogger, type Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics.ts';
import { injectTrace } from '../../tracing.ts';
import { type EventBus, isDurableSubject, type MessageHandler, type Subscription } from '../event-bus.ts';
import { createEphemeralQueue, type HandlingDeps } from '../handling.ts';
import { createMessage, encodePayload } from '../message.ts';
import { checkDurable, checkPattern, checkSubject } from '../subjects.ts';
import { type Connection, openConnection } from './connection.ts';
import { type DurableTarget, listenToConsumer } from './durable-subscription.ts';
import { fromHeaders, toHeaders } from './headers.ts';
import {
  defaultStreamName,
  ensureConsumer,
  ensureStream,
  retryUntil,
  type StreamOptions,
  toPublishError,
} from './streams.ts';

export interface NatsBusOptions {
  /** nats://host:port */
  readonly url: string;
  /** Name of the service, for the server's logs. */
  readonly name: string;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly stream?: StreamOptions;
  /** Milliseconds to wait for the server at start. Default 30 000. */
  readonly connectTimeoutMs?: number;
}

const publishTimeoutMs = 2000;
const lagIntervalMs = 15_000;

/** Connects the event bus to NATS with JetStream. @throws ProductError `unavailable` when it is not there in time. */
export async function openNatsBus(options: NatsBusOptions): Promise<EventBus> {
  const { url, name, log = createLogger(name), metrics, stream = {}, connectTimeoutMs = 30_000 } = options;
  const connection = await openConnection({ url, name, log, connectTimeoutMs });
  try {
    const manager = await jetstreamManager(connection.nats, { checkAPI: false, timeout: publishTimeoutMs });
    await retryUntil(
      () => ensureStream(manager, stream),
      connectTimeoutMs,
      () => false,
    );
    return new NatsBus(connection, manager, stream, { log, metrics });
  } catch (error) {
    await connection.nats.close();
    throw toPublishError(error);
  }
}

class NatsBus implements EventBus {
  readonly #connection: Connection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #stream: StreamOptions;
  readonly #deps: HandlingDeps;
  readonly #targets = new Set<DurableTarget>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #lagTimer: NodeJS.Timeout;
  #closed = false;

  constructor(connection: Connection, manager: JetStreamManager, stream: StreamOptions, deps: HandlingDeps) {
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection.nats, { timeout: publishTimeoutMs });
    this.#stream = stream;
    this.#deps = deps;
    connection.onReconnect(() => void this.#restore());
    this.#lagTimer = setInterval(() => void this.#measureLag(), lagIntervalMs);
    this.#lagTimer.unref();
  }

  async publish(...[subject, payload, options = {}]: Parameters<EventBus['publish']>): Promise<void> {
    this.#checkOpen();
    checkSubject(subject);
    const data = encodePayload(payload);
    const headers = toHeaders(options.messageId ?? randomUUID(), { ...injectTrace(), ...options.headers });
    const { connected, nats } = this.#connection;
    if (!isDurableSubject(subject)) {
      if (connected) nats.publish(subject, data, { headers });
      // Kept back, old frames would arrive in a burst when nobody wants them any more.
      else this.#deps.metrics?.count('bus_dropped', { reason: 'bus_away' });
      return;
    }
    if (!connected) throw toPublishError(new Error('not connected'));
    try {
      await this.#client.publish(subject, data, { headers, timeout: publishTimeoutMs });
    } catch (error) {
      throw toPublishError(error);
    }
  }

  async subscribe(...[pattern, handler, options = {}]: Parameters<EventBus['subscribe']>): Promise<Subscription> {
    this.#checkOpen();
    checkPattern(pattern);
    const inner =
      options.durable === undefined
        ? await this.#listen(pattern, handler, options)
        : await this.#consume(options.durable, pattern, handler);
    const subscription: Subscription = {
      close: () => {
        this.#subscriptions.delete(subscription);
        return inner.close();
      },
    };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async ping(): Promise<void> {
    this.#checkOpen();
    if (!this.#connection.connected) throw new ProductError('unavailable', 'The event bus is away');
    await this.#connection.nats.flush();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#lagTimer);
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    const { connected, nats } = this.#connection;
    // Sends what is buffered, acknowledgements above all; without a server there is nobody to wait for.
    if (connected) await Promise.race([nats.flush(), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
    await nats.close();
  }

  async #listen(
    pattern: string,
    handler: MessageHandler,
    options: { queue?: string; maxPending?: number },
  ): Promise<Subscription> {
    const pending = createEphemeralQueue(this.#deps, pattern, handler, options.maxPending);
    const { nats } = this.#connection;
    const subscription = nats.subscribe(pattern, {
      queue: options.queue,
      callback: (error, message) => {
        if (error) this.#deps.log.error('a subscription ended', { pattern, error });
        else {
          const { messageId, headers } = fromHeaders(message.headers);
          pending.push(
            createMessage({ subject: message.subject, messageId, headers, delivery: 1, data: message.data }),
          );
        }
      },
    });
    // Once the server has answered, the subscription stands.
    if (this.#connection.connected) await nats.flush();
    return {
      close: () => {
        subscription.unsubscribe();
        return pending.close();
      },
    };
  }

  async #consume(durable: string, pattern: string, handler: MessageHandler): Promise<Subscription> {
    checkDurable(durable, pattern);
    const target: DurableTarget = { stream: this.#stream.name ?? defaultStreamName, durable, pattern };
    try {
      await ensureConsumer(this.#manager, target.stream, durable, pattern);
    } catch (error) {
      throw toPublishError(error);
    }
    this.#targets.add(target);
    const listening = await listenToConsumer(this.#client, target, handler, this.#deps);
    return {
      close: () => {
        this.#targets.delete(target);
        return listening.close();
      },
    };
  }

  /** A server that lost its store (a new disk, a memory file system) gets stream and consumers again. */
  async #restore(): Promise<void> {
    try {
      await retryUntil(
        async () => {
          await ensureStream(this.#manager, this.#stream);
          for (const { stream, durable, pattern } of this.#targets)
            await ensureConsumer(this.#manager, stream, durable, pattern);
        },
        Number.POSITIVE_INFINITY,
        () => this.#closed || !this.#connection.connected,
      );
    } catch (error) {
      // The next reconnection tries again.
      this.#deps.log.warn('streams and consumers are not restored yet', { error });
    }
  }

  async #measureLag(): Promise<void> {
    const { metrics } = this.#deps;
    if (!metrics || !this.#connection.connected) return;
    const gauge = metrics.gauge('bus_consumer_pending', 'Durable messages that wait for a consumer', ['consumer']);
    for (const { stream, durable } of this.#targets) {
      const info = await this.#manager.consumers.info(stream, durable).catch(() => undefined);
      if (info) gauge.set({ consumer: durable }, info.num_pending + info.num_ack_pending);
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw new ProductError('unavailable', 'The event bus is closed');
  }
}
