import type { Clock } from '@cellwright/domain';

interface End {
  /** ms since 1970. */
  readonly at: number;
  /** Monotonic. */
  readonly due: number;
}

/**
 * When tokens end that say so by the wall clock. What remains of each is reckoned when it is first seen; from then on the
 * monotonic clock counts, so that setting the clock of the machine neither ends nor prolongs one.
 */
export class SteadyEnds {
  private readonly ends = new Map<string, End>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if what `key` names has ended. */
  hasEnded(key: string, expiresAt: Date | null): boolean {
    if (expiresAt === null) return false;
    const at = expiresAt.getTime();
    const known = this.ends.get(key);
    if (known?.at === at) return known.due <= this.clock.now();
    const due = this.clock.now() + at - this.clock.wallNow().getTime();
    this.ends.set(key, { at, due });
    return due <= this.clock.now();
  }

  forget(key: string): void {
    this.ends.delete(key);
  }
}
