/** What plays beside the routine: one thread at a time for each step that begins one. */
export class Threads {
  readonly #playing = new Map<string, Promise<void>>();

  /** False when the thread is still playing. */
  start(thread: string, play: () => Promise<void>): boolean {
    if (this.#playing.has(thread)) return false;
    const playing = play().finally(() => this.#playing.delete(thread));
    this.#playing.set(thread, playing);
    return true;
  }

  /** Resolves when none is playing. */
  async settle(): Promise<void> {
    await Promise.all(this.#playing.values());
  }
}
