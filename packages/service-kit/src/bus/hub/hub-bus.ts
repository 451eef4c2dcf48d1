import { randomUUID } from 'node:crypto';
import { ProductError, rest } from '@cellwright/domain/basics';
import type { LiveTLS } from '../../callers/index.ts';
import { systemClock } from '../../clock.ts';
import { createLogger, type Logger } from '../../logger.ts';
import type { Metrics } from '../../metrics.ts';
import { injectTrace } from '../../tracing.ts';
import { type EventBus, isDurableSubject, type Subscription } from '../event-bus.ts';
import type { HandlingDeps } from '../handling.ts';
import { encodePayload } from '../message.ts';
import { checkDurable, checkPattern, checkSubject } from '../subjects.ts';
import { HubLine, type HubMessage, LineLost } from './hub-line.ts';
import { HubSubscription } from './hub-subscription.ts';

export interface HubBusOptions {
  /** hub://host:port, or hubs:// with TLS */
  readonly url: string;
  readonly secret: string;
  /** For a hub with TLS. */
  readonly tls?: LiveTLS | undefined;
  /** Name of the service, for its log. */
  readonly name: string;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  /** Milliseconds to wait for the hub at start. Default 180 000: its process is busy during the start of a cell. */
  readonly connectTimeoutMs?: number;
}

/**
 * Opens the event bus of another process on this machine through its hub. It lives as long as that process: durable
 * messages survive the end of this process, but not of the other.
 * @throws ProductError `unavailable` when the hub does not respond in time, `authorization_required` for a wrong secret.
 */
export async function openHubBus(options: HubBusOptions): Promise<EventBus> {
  const bus = new HubBus(options);
  await bus.open(options.connectTimeoutMs ?? 180_000);
  return bus;
}

/** Maximum time for which an unresponsive hub delays closing, ms. */
const answerWithinMS = 1000;

class HubBus implements EventBus {
  readonly #deps: HandlingDeps;
  readonly #line: HubLine;
  readonly #subscriptions = new Map<number, HubSubscription>();
  #subscribed = 0;
  #isClosed = false;

  constructor({ url, secret, tls, name, log = createLogger(name), metrics }: HubBusOptions) {
    this.#deps = { log, metrics };
    this.#line = new HubLine({
      ...{ url, secret, tls },
      log,
      onOpen: () => {
        for (const subscription of this.#subscriptions.values()) this.#establish(subscription);
      },
      onMessage: (message) => this.#take(message),
    });
  }

  open(withinMS: number): Promise<void> {
    return this.#line.open(withinMS);
  }

  async publish(...[subject, payload, options = {}]: Parameters<EventBus['publish']>): Promise<void> {
    this.#checkOpen();
    checkSubject(subject);
    const data = encodePayload(payload);
    const { messageId, headers = {} } = options;
    if (!isDurableSubject(subject)) {
      const isSent = this.#line.send({ op: 'publish', subject, messageId, headers }, data);
      if (!isSent) this.#deps.metrics?.count('bus_dropped', { reason: 'away' });
      return;
    }
    const fact = { subject, messageId: messageId ?? randomUUID(), headers: { ...injectTrace(), ...headers } };
    await this.#line.call({ op: 'publish', ...fact }, data);
  }

  async subscribe(...[pattern, handler, options = {}]: Parameters<EventBus['subscribe']>): Promise<Subscription> {
    this.#checkOpen();
    checkPattern(pattern);
    if (options.durable !== undefined) checkDurable(options.durable, pattern);
    this.#subscribed += 1;
    const id = this.#subscribed;
    const subscription = new HubSubscription({ id, pattern, handler, options }, this.#deps);
    this.#subscriptions.set(id, subscription);
    // Waits for the hub while it is unavailable.
    if (this.#line.isOpen) this.#establish(subscription);
    try {
      await subscription.inEffect;
    } catch (error) {
      this.#subscriptions.delete(id);
      throw error;
    }
    return { close: () => this.#end(subscription) };
  }

  async ping(): Promise<void> {
    this.#checkOpen();
    await this.#line.call({ op: 'ping' });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([...this.#subscriptions.values()].map((subscription) => this.#end(subscription)));
    await this.#line.close();
  }

  /** Subscribes at the hub, again for every connection. */
  #establish(subscription: HubSubscription): void {
    const { id, pattern, options } = subscription.parts;
    const { durable, queue, maxPending } = options;
    this.#line.call({ op: 'subscribe', subscription: id, pattern, durable, queue, maxPending }).then(
      () => subscription.accept(),
      (error: unknown) => {
        if (error instanceof LineLost) return;
        subscription.refuse(error);
        this.#deps.log.warn('a subscription was refused', { pattern, error });
      },
    );
  }

  #take(message: HubMessage): void {
    const subscription = this.#subscriptions.get(message.header.subscription);
    if (subscription) subscription.take(message);
    else message.settle('the subscription was closed');
  }

  async #end(subscription: HubSubscription): Promise<void> {
    const { id } = subscription.parts;
    if (!this.#subscriptions.delete(id)) return;
    subscription.refuse(new ProductError('unavailable', 'The event bus is closed'));
    // The hub ends the subscription after the running handler on this side. A hub that is gone has no subscriptions.
    const unsubscribed = this.#line.call({ op: 'unsubscribe', subscription: id }).catch(() => undefined);
    await subscription.close();
    const patience = new AbortController();
    await Promise.race([unsubscribed, rest(systemClock, answerWithinMS, patience.signal)]);
    patience.abort();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new ProductError('unavailable', 'The event bus is closed');
  }
}
