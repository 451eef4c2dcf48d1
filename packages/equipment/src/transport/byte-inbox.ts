import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import type { StreamResult, Wanted } from './stream.ts';

/** A device that sends this much without being read is no such device. */
const maxUnread = 64 * 1024;

/** Received bytes that wait to be read, as Latin-1 text. */
export class ByteInbox {
  readonly #clock: Clock;
  #text = '';
  #reader: { readonly wanted: Wanted; readonly settle: (result: StreamResult) => void } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds received bytes. Returns false if there are too many. */
  push(data: Buffer): boolean {
    this.#text += data.toString('latin1');
    this.#deliver();
    return this.#text.length <= maxUnread;
  }

  clear(): void {
    this.#text = '';
  }

  /** Returns the wanted bytes as soon as they have arrived. One reader at a time. */
  receive(wanted: Wanted, timeoutMS: number | undefined): Promise<StreamResult> {
    if (this.#reader) return Promise.resolve({ ok: false, message: 'Another call of receive has not ended yet' });
    return new Promise((resolve) => {
      const cancel =
        timeoutMS === undefined
          ? () => undefined
          : this.#clock.schedule(timeoutMS, () => this.fail(deviceMessages.silentFor(timeoutMS)));
      this.#reader = {
        wanted,
        settle: (result) => {
          cancel();
          this.#reader = undefined;
          resolve(result);
        },
      };
      this.#deliver();
    });
  }

  /** Ends the current reader, if any. */
  fail(message: string): void {
    this.#reader?.settle({ ok: false, message });
  }

  #deliver(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    const { wanted } = reader;
    const end = 'count' in wanted ? wanted.count : this.#text.indexOf(wanted.until);
    if (end < 0 || end > this.#text.length) return;
    const value = this.#text.slice(0, end);
    this.#text = this.#text.slice('count' in wanted ? end : end + wanted.until.length);
    reader.settle({ ok: true, value });
  }
}
