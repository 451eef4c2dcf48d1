import type { Clock } from '@cellwright/domain/basics';
import type { WebSocket } from 'ws';
import { socketCloseCodes } from './close-codes.ts';

/**
 * Maximum of unread bytes of a client that keeps up. A client that exceeds it for `slowAfterMS` without a break is too
 * slow.
 */
const maxLaggingBytes = 1024 * 1024;
const slowAfterMS = 5000;
/** Maximum of unread bytes, beyond which a client is closed at once: memory is bounded. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** Size from which responses are sent one at a time. */
const largeAnswerBytes = 16 * 1024;

/**
 * Writes to a client's socket. A large amount at once does not mean a slow client: only data that stays unread over
 * time does. Large responses are sent one after the other, each when the previous one has left.
 */
export class PacedWriter {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  #laggingSince: number | undefined;
  #largeAnswers: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
  }

  send(text: string): void {
    if (this.#mayWrite()) this.#socket.send(text);
  }

  /** Resolves when the next response may be created. */
  answer(text: string): Promise<void> | void {
    if (text.length < largeAnswerBytes) return this.send(text);
    this.#largeAnswers = this.#largeAnswers.then(() => this.#writeOut(text));
    return this.#largeAnswers;
  }

  #writeOut(text: string): Promise<void> | void {
    if (!this.#mayWrite()) return;
    // A socket that closes calls back, too.
    return new Promise((resolve) => this.#socket.send(text, () => resolve()));
  }

  #mayWrite(): boolean {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return false;
    const now = this.#clock.now();
    if (socket.bufferedAmount <= maxLaggingBytes) this.#laggingSince = undefined;
    else this.#laggingSince ??= now;
    const isSlow = this.#laggingSince !== undefined && now - this.#laggingSince > slowAfterMS;
    if (!isSlow && socket.bufferedAmount <= maxUnreadBytes) return true;
    socket.close(socketCloseCodes.tooSlow, 'The client reads messages too slowly. Reconnect and read faster');
    return false;
  }
}
