/** Blocks new motion while the run is paused. */
export class PauseGate {
  private waiting: (() => void)[] = [];
  private closed = false;

  get isClosed(): boolean {
    return this.closed;
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.closed = false;
    for (const pass of this.waiting.splice(0)) pass();
  }

  /** Resolves when the gate is open: true, or false when the signal aborts first. */
  pass(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (!this.closed) return Promise.resolve(true);
    return new Promise((resolve) => {
      const abort = () => {
        this.waiting = this.waiting.filter((other) => other !== pass);
        resolve(false);
      };
      const pass = () => {
        signal.removeEventListener('abort', abort);
        resolve(true);
      };
      this.waiting.push(pass);
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
