import type { Clock } from '@cellwright/domain';
import type { WebSocket } from 'ws';
import { socketCloseCodes } from './close-codes.ts';

/** Unread bytes of a reader that keeps up. One that has more unread for `slowAfterMS` without a break is too slow. */
const maxLaggingBytes = 1024 * 1024;
const slowAfterMS = 5000;
/** Beyond it a reader is closed at once: memory is bounded. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** From this size on, answers wait for each other. */
const largeAnswerBytes = 16 * 1024;

/**
 * Writes to a client's socket. Much at once is no sign of a slow reader: only what stays unread over time is. Large answers
 * go one after the other, each when the one before has left.
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

  /** Resolves when the next answer may be made. */
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
    socket.close(socketCloseCodes.tooSlow, 'Messages are read too slowly; connect again and read faster');
    return false;
  }
}
