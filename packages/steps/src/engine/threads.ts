/** Threads beside the routine: one at a time for each step that starts one. */
export class Threads {
  readonly #playing = new Map<string, Promise<void>>();

  /** Starts a thread. False if it is still playing. */
  start(thread: string, play: () => Promise<void>): boolean {
    if (this.#playing.has(thread)) return false;
    const playing = play().finally(() => this.#playing.delete(thread));
    this.#playing.set(thread, playing);
    return true;
  }

  /** Resolves when no thread is playing. */
  async settle(): Promise<void> {
    await Promise.all(this.#playing.values());
  }
}
