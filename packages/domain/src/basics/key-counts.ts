/**
 * Key counts of the objects of a state. `Object.keys` takes milliseconds for an object of 20,000 keys; reading a stored
 * count is free. The owner of the counts also owns the objects: every change of their keys must be reported.
 */
export class KeyCounts {
  private readonly counts = new WeakMap<object, number>();

  /** Returns the count; lists the keys of an object only the first time. */
  of(container: object): number {
    let count = this.counts.get(container);
    if (count === undefined) {
      count = Object.keys(container).length;
      this.counts.set(container, count);
    }
    return count;
  }

  change(container: object, difference: number): void {
    const count = this.counts.get(container);
    if (count !== undefined) this.counts.set(container, count + difference);
  }

  /** Gives a copy the count of its original. */
  copy(from: object, to: object): void {
    this.counts.set(to, this.of(from));
  }
}
