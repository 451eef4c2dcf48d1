import type { Clock } from '@cellwright/domain/basics';

interface End {
  /** ms since 1970. */
  readonly at: number;
  /** Monotonic. */
  readonly due: number;
}

/**
 * Ends of tokens that are given in wall-clock time. The remaining time of each is calculated when it is first seen;
 * from then on the monotonic clock counts, so that changes of the machine's clock neither end nor prolong one.
 */
export class SteadyEnds {
  private readonly ends = new Map<string, End>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if the time of `key` has ended. */
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
