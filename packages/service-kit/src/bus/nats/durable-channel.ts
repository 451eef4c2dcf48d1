import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { MessageHandler, Subscription } from '../event-bus.ts';
import type { HandlingDeps } from '../handling.ts';
import { checkDurable } from '../subjects.ts';
import type { Connection } from './connection.ts';
import { type DurableTarget, listenToConsumer } from './durable-subscription.ts';
import { toHeaders } from './headers.ts';
import {
  defaultStreamName,
  ensureConsumer,
  ensureStream,
  retryUntil,
  type StreamOptions,
  toPublishError,
} from './streams.ts';

const publishTimeoutMs = 2000;
const lagIntervalMs = 15_000;

/** Durable messages over JetStream: stored before they are acknowledged, delivered until they are handled. */
export class DurableChannel {
  readonly #connection: Connection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #stream: StreamOptions;
  readonly #deps: HandlingDeps;
  readonly #targets = new Set<DurableTarget>();
  readonly #lagTimer: NodeJS.Timeout;
  #closed = false;

  private constructor(connection: Connection, manager: JetStreamManager, stream: StreamOptions, deps: HandlingDeps) {
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection.nats, { timeout: publishTimeoutMs });
    this.#stream = stream;
    this.#deps = deps;
    connection.onReconnect(() => void this.#restore());
    this.#lagTimer = setInterval(() => void this.#measureLag(), lagIntervalMs);
    this.#lagTimer.unref();
  }

  /**
   * Opens the channel.
   * @throws Error when JetStream is unavailable for too long.
   */
  static async open(
    connection: Connection,
    stream: StreamOptions,
    deps: HandlingDeps,
    timeoutMs: number,
  ): Promise<DurableChannel> {
    const manager = await jetstreamManager(connection.nats, { checkAPI: false, timeout: publishTimeoutMs });
    const never = () => false;
    await retryUntil(() => ensureStream(manager, stream), timeoutMs, never);
    return new DurableChannel(connection, manager, stream, deps);
  }

  async publish(
    subject: string,
    data: Uint8Array,
    messageId: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    if (!this.#connection.connected) throw toPublishError(new Error('not connected'));
    try {
      await this.#client.publish(subject, data, { headers: toHeaders(messageId, headers), timeout: publishTimeoutMs });
    } catch (error) {
      throw toPublishError(error);
    }
  }

  async subscribe(durable: string, pattern: string, handler: MessageHandler): Promise<Subscription> {
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

  close(): void {
    this.#closed = true;
    clearInterval(this.#lagTimer);
  }

  /** Creates stream and consumers again for a server that lost its store (a new disk, a memory file system). */
  async #restore(): Promise<void> {
    const restoreAll = async () => {
      await ensureStream(this.#manager, this.#stream);
      for (const { stream, durable, pattern } of this.#targets) {
        await ensureConsumer(this.#manager, stream, durable, pattern);
      }
    };
    const givenUp = () => this.#closed || !this.#connection.connected;
    try {
      await retryUntil(restoreAll, Number.POSITIVE_INFINITY, givenUp);
    } catch (error) {
      // The next reconnection retries.
      this.#deps.log.warn('streams and consumers are not restored yet', { error });
    }
  }

  async #measureLag(): Promise<void> {
    const { metrics } = this.#deps;
    if (!metrics || !this.#connection.connected) return;
    const gauge = metrics.gauge('bus_consumer_pending', 'Durable messages that wait for a consumer', ['consumer']);
    for (const { stream, durable } of this.#targets) {
      // An unset gauge means that the server does not respond.
      const info = await this.#manager.consumers.info(stream, durable).catch(() => undefined);
      if (info) gauge.set(info.num_pending + info.num_ack_pending, { consumer: durable });
    }
  }
}
