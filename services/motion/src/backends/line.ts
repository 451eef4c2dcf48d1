import { type Clock, ProductError } from '@cellwright/domain/basics';
import { plannerTimes } from '@cellwright/domain/motion';
import type { Logger } from '@cellwright/service-kit';
import { WebSocket } from 'ws';

export interface LineOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onMessage: (message: unknown) => void;
  /** Called when the connection is lost or could not be opened. */
  readonly onLost: (why: string) => void;
}

/** A WebSocket for JSON that is opened when needed, and reopened after a loss. */
export class Line {
  private socket: WebSocket | undefined;
  private opening: Promise<WebSocket> | undefined;
  private readonly options: LineOptions;

  constructor(options: LineOptions) {
    this.options = options;
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Opens the connection. @throws ProductError unavailable after 5 s, or when nothing answers. */
  async open(): Promise<void> {
    if (this.isOpen) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    this.socket = await this.opening;
  }

  send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  close(): void {
    this.socket?.removeAllListeners('close');
    this.socket?.terminate();
    this.socket = undefined;
  }

  private connect(): Promise<WebSocket> {
    const { url, clock, log, onMessage, onLost } = this.options;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 64 * 1024 * 1024 });
      const cancelTimer = clock.schedule(plannerTimes.connectTimeoutMS, () => socket.terminate());
      socket.on('open', () => {
        cancelTimer();
        resolve(socket);
      });
      socket.on('message', (data) => {
        try {
          onMessage(JSON.parse(String(data)));
        } catch (error) {
          log.warn('a planner sent what is not JSON', { url, error });
        }
      });
      socket.on('error', (error) => log.debug('planner line error', { url, error }));
      socket.on('close', () => {
        cancelTimer();
        const why = `Nothing answers at ${url}`;
        if (this.socket === socket) this.socket = undefined;
        reject(new ProductError('unavailable', why));
        onLost(why);
      });
    });
  }
}
