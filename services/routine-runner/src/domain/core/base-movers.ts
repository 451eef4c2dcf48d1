/** Devices that move what the arm stands on, at work for one session. */
export class BaseMovers {
  readonly #atWork = new Set<AbortController>();

  /** The arm stands still until there are none. */
  get areAtWork(): boolean {
    return this.#atWork.size > 0;
  }

  /** One begins; the signal aborts when it has to stand still at once. */
  begin(): { readonly signal: AbortSignal; end(): void } {
    const halt = new AbortController();
    this.#atWork.add(halt);
    return { signal: halt.signal, end: () => void this.#atWork.delete(halt) };
  }

  /** All stand still where they are: the safeguard was opened. */
  halt(): void {
    for (const each of this.#atWork) each.abort();
  }
}
