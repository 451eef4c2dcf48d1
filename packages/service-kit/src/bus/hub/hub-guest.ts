import type { WebSocket } from 'ws';
import type { Logger } from '../../logger.ts';
import type { BusMessage, EventBus, Subscription } from '../event-bus.ts';
import {
  type ClientHeader,
  clientHeaderSchema,
  decodeFrame,
  encodeError,
  encodeFrame,
  type HubHeader,
} from './frames.ts';

/** Unsent bytes above which ephemeral messages wait, and the bus drops the oldest of them. */
const slowAboveBytes = 1024 * 1024;

interface Delivery {
  settle(): void;
  fail(error: Error): void;
}

/** A client of the hub: its requests are executed on the bus of this process and end with its connection. */
export class HubGuest {
  readonly #socket: WebSocket;
  readonly #bus: EventBus;
  readonly #log: Logger;
  readonly #subscriptions = new Map<number, Promise<Subscription>>();
  readonly #deliveries = new Map<number, Delivery>();
  #receipts = 0;
  #isAlive = true;

  constructor(socket: WebSocket, bus: EventBus, log: Logger) {
    this.#socket = socket;
    this.#bus = bus;
    this.#log = log;
    socket.binaryType = 'nodebuffer';
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // Sound: with binaryType nodebuffer every message is a Buffer.
    socket.on('message', (data) => this.#read(data as Buffer));
    socket.on('error', (error) => log.warn('a client of the event bus was cut off', { error }));
    socket.once('close', () => this.#leave());
  }

  /** Disconnects the client when it has not answered the previous ping. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  dismiss(): void {
    this.#socket.terminate();
  }

  #read(frame: Buffer): void {
    try {
      const { header, payload } = decodeFrame(frame, clientHeaderSchema);
      this.#take(header, payload);
    } catch (error) {
      this.#log.warn('a client of the event bus sent what is no frame', { error });
      this.#socket.terminate();
    }
  }

  #take(header: ClientHeader, payload: Uint8Array): void {
    if (header.op === 'publish') this.#publish(header, payload);
    else if (header.op === 'settle') this.#settle(header.receipt, header.problem);
    else if (header.op === 'subscribe') this.#answer(header.call, this.#subscribe(header));
    else if (header.op === 'unsubscribe') this.#answer(header.call, this.#unsubscribe(header.subscription));
    else this.#answer(header.call, this.#bus.ping());
  }

  #publish({ call, subject, messageId, headers }: Extract<ClientHeader, { op: 'publish' }>, payload: Uint8Array): void {
    const published = this.#bus.publish(subject, payload, { headers, messageId });
    if (call !== undefined) this.#answer(call, published);
    else published.catch((error: unknown) => this.#log.debug('an ephemeral message was lost', { subject, error }));
  }

  async #subscribe(header: Extract<ClientHeader, { op: 'subscribe' }>): Promise<void> {
    const { subscription: id, pattern, durable, queue, maxPending } = header;
    const subscribed =
      durable === undefined
        ? this.#bus.subscribe(pattern, (message) => this.#pass(id, message), { queue, maxPending })
        : this.#bus.subscribe(pattern, (message) => this.#deliver(id, message), { durable });
    this.#subscriptions.set(id, subscribed);
    try {
      await subscribed;
    } catch (error) {
      this.#subscriptions.delete(id);
      throw error;
    }
  }

  async #unsubscribe(id: number): Promise<void> {
    const subscribed = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    await (await subscribed)?.close();
  }

  /** Forwards an ephemeral message; the next one waits only if the client does not read. */
  async #pass(subscription: number, message: BusMessage): Promise<void> {
    const frame = encodeFrame(describeMessage(subscription, message), message.data);
    if (this.#socket.bufferedAmount < slowAboveBytes) this.#socket.send(frame, ignoreLoss);
    else await new Promise<void>((resolve) => this.#socket.send(frame, () => resolve()));
  }

  /** Passes a durable message: done when the client confirms; redelivered when the client disconnects before. */
  #deliver(subscription: number, message: BusMessage): Promise<void> {
    this.#receipts += 1;
    const receipt = this.#receipts;
    return new Promise((settle, fail) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return fail(clientGone());
      this.#deliveries.set(receipt, { settle, fail });
      this.#socket.send(encodeFrame({ ...describeMessage(subscription, message), receipt }, message.data), ignoreLoss);
    });
  }

  #settle(receipt: number, problem: string | undefined): void {
    const delivery = this.#deliveries.get(receipt);
    this.#deliveries.delete(receipt);
    if (problem === undefined) delivery?.settle();
    else delivery?.fail(new Error(problem));
  }

  #answer(call: number, work: Promise<void>): void {
    work.then(
      () => this.#send({ op: 'answer', call }),
      (error: unknown) => this.#send({ op: 'answer', call, error: encodeError(error) }),
    );
  }

  #send(header: HubHeader): void {
    this.#socket.send(encodeFrame(header), ignoreLoss);
  }

  #leave(): void {
    for (const subscribed of this.#subscriptions.values()) {
      subscribed.then(
        (subscription) => subscription.close(),
        // The subscription failed; the client was already notified.
        () => undefined,
      );
    }
    this.#subscriptions.clear();
    for (const { fail } of this.#deliveries.values()) fail(clientGone());
    this.#deliveries.clear();
  }
}

function describeMessage(subscription: number, message: BusMessage): Extract<HubHeader, { op: 'message' }> {
  const { subject, messageId, headers, delivery } = message;
  return { op: 'message', subscription, subject, messageId, headers, delivery };
}

/** Does nothing: the end of the connection has its own event. */
function ignoreLoss(): void {}

function clientGone(): Error {
  return new Error('the client of the event bus went away');
}
