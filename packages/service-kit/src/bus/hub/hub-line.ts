import { ProductError } from '@cellwright/domain/basics';
import { WebSocket } from 'ws';
import { type LiveTLS, tlsClientOptions } from '../../callers/index.ts';
import { systemClock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import {
  type ClientHeader,
  decodeError,
  decodeFrame,
  encodeFrame,
  type HubHeader,
  hubHeaderSchema,
  maxFrameBytes,
} from './frames.ts';

/** The connection was lost before the answer arrived. */
export class LineLost extends ProductError {
  constructor() {
    super('unavailable', 'The event bus is unavailable');
  }
}

export interface HubLineOptions {
  /** hub://host:port, or hubs:// with TLS */
  readonly url: string;
  readonly secret: string;
  /** For a hub with TLS. */
  readonly tls?: LiveTLS | undefined;
  readonly log: Logger;
  /** Called for every established connection. */
  readonly onOpen: () => void;
  readonly onMessage: (message: HubMessage) => void;
}

export interface HubMessage {
  readonly header: Extract<HubHeader, { op: 'message' }>;
  readonly payload: Uint8Array;
  /** Reports the result of a durable message on the connection that delivered it. */
  readonly settle: (problem?: string) => void;
}

type Call = ClientHeader extends infer Header
  ? Header extends { call?: number }
    ? Omit<Header, 'call'>
    : never
  : never;

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

/** Name of the hub in its certificate. */
export const hubName = 'bus-hub';
const reconnectAfterMS = 100;
/** Silence after which the connection is given up, ms; the hub pings every 5 s. */
const silentAfterMS = 12_000;
/** Unsent bytes above which ephemeral messages are dropped. */
const fullAboveBytes = 4 * 1024 * 1024;
const closeWithinMS = 1000;

/** A client's connection to the hub, which reconnects without limit. */
export class HubLine {
  readonly #options: HubLineOptions;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #calls = 0;
  #isClosed = false;
  #cancelRetry = () => {};
  #cancelWatch = () => {};

  constructor(options: HubLineOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Resolves when connected. @throws ProductError `unavailable` when that fails in time, `authorization_required` for a
   * wrong secret.
   */
  async open(withinMS: number): Promise<void> {
    const end = systemClock.now() + withinMS;
    for (;;) {
      const problem = await this.#connect();
      if (problem === undefined) return;
      if (problem instanceof ProductError) throw problem;
      if (systemClock.now() >= end) {
        throw new ProductError('unavailable', `No event bus answers at ${this.#options.url}`, undefined, {
          cause: problem,
        });
      }
      await systemClock.sleep(reconnectAfterMS);
    }
  }

  /** Sends without an answer; returns false when that is not possible now. */
  send(header: ClientHeader, payload?: Uint8Array): boolean {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > fullAboveBytes) return false;
    socket.send(encodeFrame(header, payload));
    return true;
  }

  /** Sends and waits for the answer. @throws LineLost, or the hub's ProductError. */
  call(header: Call, payload?: Uint8Array): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new LineLost());
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      socket.send(encodeFrame({ ...header, call }, payload));
    });
  }

  /** Sends buffered data, in particular settlements, and disconnects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const force = systemClock.schedule(closeWithinMS, () => socket.terminate());
    socket.close();
    await closed;
    force();
  }

  /** Connects. Returns the error, if any. */
  #connect(): Promise<Error | undefined> {
    const { url, secret, tls } = this.#options;
    const socket = new WebSocket(url.replace(/^hub/, 'ws'), {
      ...(tls && tlsClientOptions(tls.current, hubName)),
      headers: { authorization: `Bearer ${secret}` },
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      handshakeTimeout: 5000,
    });
    socket.binaryType = 'nodebuffer';
    return new Promise((resolve) => {
      socket.once('open', () => {
        this.#adopt(socket);
        resolve(undefined);
      });
      socket.once('unexpected-response', () => {
        socket.terminate();
        resolve(new ProductError('authorization_required', 'The event bus refuses the secret in BUS_SECRET'));
      });
      socket.on('error', (error) => resolve(error));
    });
  }

  #adopt(socket: WebSocket): void {
    this.#socket = socket;
    if (this.#isClosed) {
      socket.terminate();
      return;
    }
    this.#watch(socket);
    socket.on('ping', () => this.#watch(socket));
    socket.on('message', (data) => {
      try {
        // Sound: with binaryType nodebuffer every message is a Buffer.
        this.#read(socket, data as Buffer);
      } catch (error) {
        this.#options.log.error('the hub of the event bus sent what is no frame', { error });
        socket.terminate();
      }
    });
    socket.once('close', () => this.#lose());
    this.#options.onOpen();
  }

  #watch(socket: WebSocket): void {
    this.#cancelWatch();
    this.#cancelWatch = systemClock.schedule(silentAfterMS, () => socket.terminate());
  }

  #read(socket: WebSocket, frame: Buffer): void {
    const { header, payload } = decodeFrame(frame, hubHeaderSchema);
    if (header.op === 'answer') {
      this.#takeAnswer(header);
      return;
    }
    const { receipt } = header;
    const settle = (problem?: string) => {
      if (receipt === undefined || socket.readyState !== WebSocket.OPEN) return;
      socket.send(encodeFrame({ op: 'settle', receipt, problem }));
    };
    this.#options.onMessage({ header, payload, settle });
  }

  #takeAnswer({ call, error }: Extract<HubHeader, { op: 'answer' }>): void {
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if (error) waiting?.reject(decodeError(error));
    else waiting?.resolve();
  }

  #lose(): void {
    this.#cancelWatch();
    for (const { reject } of this.#waiting.values()) reject(new LineLost());
    this.#waiting.clear();
    if (this.#isClosed) return;
    this.#options.log.warn('the event bus is away');
    this.#retry();
  }

  #retry(): void {
    this.#cancelRetry = systemClock.schedule(reconnectAfterMS, async () => {
      const problem = await this.#connect();
      if (problem === undefined) this.#options.log.info('the event bus is back');
      else if (!this.#isClosed) this.#retry();
    });
  }
}
