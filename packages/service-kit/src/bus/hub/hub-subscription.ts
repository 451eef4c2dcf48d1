import type { BusMessage, MessageHandler, SubscribeOptions } from '../event-bus.ts';
import { createEphemeralQueue, type EphemeralQueue, type HandlingDeps, handleMessage } from '../handling.ts';
import { createMessage } from '../message.ts';
import type { HubMessage } from './hub-line.ts';

export interface HubSubscriptionParts {
  readonly id: number;
  readonly pattern: string;
  readonly handler: MessageHandler;
  readonly options: SubscribeOptions;
}

/** Handles the messages of one subscription: one at a time, and settles durable ones. */
export class HubSubscription {
  readonly parts: HubSubscriptionParts;
  /** Settles with the first answer of the hub. */
  readonly inEffect: Promise<void>;
  readonly accept: () => void;
  readonly refuse: (error: unknown) => void;
  readonly #deps: HandlingDeps;
  readonly #pending: EphemeralQueue;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: HubSubscriptionParts, deps: HandlingDeps) {
    this.parts = parts;
    this.#deps = deps;
    const { maxPending } = parts.options;
    this.#pending = createEphemeralQueue(deps, parts.pattern, parts.handler, { maxPending });
    let accept = () => {};
    let refuse: (error: unknown) => void = () => {};
    this.inEffect = new Promise((resolve, reject) => {
      accept = resolve;
      refuse = reject;
    });
    this.accept = () => accept();
    this.refuse = (error) => refuse(error);
  }

  take({ header, payload, settle }: HubMessage): void {
    const { subject, messageId, headers, delivery, receipt } = header;
    const message = createMessage({ subject, messageId, headers, delivery, data: payload });
    if (receipt === undefined) this.#pending.push(message);
    else this.#running = this.#running.then(() => this.#handle(message, settle));
  }

  /** Resolves when the running handler has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#pending.close(), this.#running]);
  }

  async #handle(message: BusMessage, settle: HubMessage['settle']): Promise<void> {
    if (this.#isClosed) return settle('the subscription was closed');
    const { pattern, handler } = this.parts;
    try {
      await handleMessage(this.#deps, pattern, handler, message);
      settle();
    } catch (error) {
      this.#deps.log.warn('a durable message will be delivered again', { subject: message.subject, error });
      settle(error instanceof Error ? error.message : String(error));
    }
  }
}
