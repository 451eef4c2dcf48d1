/** Active devices of one session that move the base of the arm. */
export class BaseMovers {
  readonly #atWork = new Set<AbortController>();

  /** True if any device is active; the arm stays at rest until none is. */
  get areAtWork(): boolean {
    return this.#atWork.size > 0;
  }

  /** Starts a motion of the base; the signal aborts when it has to stop at once. */
  begin(): { readonly signal: AbortSignal; end(): void } {
    const halt = new AbortController();
    this.#atWork.add(halt);
    return { signal: halt.signal, end: () => void this.#atWork.delete(halt) };
  }

  /** Stops all of them, because the safeguard was opened. */
  halt(): void {
    for (const each of this.#atWork) each.abort();
  }
}
