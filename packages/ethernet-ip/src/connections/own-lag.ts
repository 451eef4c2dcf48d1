/** Timers fire this late without any lag, ms. */
const timerSlackMS = 4;

/**
 * Measures time in which this process did not run. Packets that arrived meanwhile wait to be read, so that time is not the
 * silence of the other side.
 */
export class OwnLag {
  private dueAt = Number.POSITIVE_INFINITY;

  /** Notes when the next work is due; returns it. */
  announce(dueAt: number): number {
    this.dueAt = dueAt;
    return dueAt;
  }

  /** Returns how late announced work is, ms; 0 for work without an announcement. */
  take(now: number): number {
    const lateMS = now - this.dueAt;
    this.dueAt = Number.POSITIVE_INFINITY;
    return lateMS > timerSlackMS ? lateMS : 0;
  }
}
