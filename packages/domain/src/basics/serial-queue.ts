/** Runs tasks one after the other, in the order of the calls. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects with the result of the task. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    // The caller receives a failure; the next task only waits for the end.
    this.last = done.catch(() => undefined);
    return done;
  }
}
