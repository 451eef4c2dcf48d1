/** Does one thing after the other, in the order in which they were asked for. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as the work does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    // The caller hears of a failure; the next in line only waits for the end.
    this.last = done.catch(() => undefined);
    return done;
  }
}
