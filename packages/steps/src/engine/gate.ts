/** A gate before every step, closed while the run is paused. */
export class Gate {
  #release: (() => void) | undefined;
  #opened: Promise<void> | undefined;

  get isClosed(): boolean {
    return this.#opened !== undefined;
  }

  close(): void {
    if (this.#opened !== undefined) return;
    this.#opened = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    this.#release?.();
    this.#release = undefined;
    this.#opened = undefined;
  }

  /** Resolves when the gate is open. */
  async pass(): Promise<void> {
    while (this.#opened !== undefined) await this.#opened;
  }
}
