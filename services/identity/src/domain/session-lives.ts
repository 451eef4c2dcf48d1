import type { Clock } from '@cellwright/domain/basics';

const hourMS = 3_600_000;
/** Maximum time without use of a session. */
export const idleMS = 12 * hourMS;
/** Maximum time from the sign-in to the end of a session, used or not. */
export const longestMS = 30 * 24 * hourMS;

export interface SessionTimes {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

interface Life {
  /** Wall-clock time in the store. */
  readonly lastSeenAt: number;
  /** Monotonic. */
  readonly idleUntil: number;
  readonly endsAt: number;
}

/** Lifetimes of sessions. While this process runs, no change of the wall clock ends or prolongs one. */
export class SessionLives {
  private readonly lives = new Map<string, Life>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if a stored session is still alive; another process may have recorded a use. */
  isAlive(session: SessionTimes): boolean {
    const known = this.lives.get(session.id);
    const life = !known || session.lastSeenAt.getTime() > known.lastSeenAt ? this.read(session, known) : known;
    this.lives.set(session.id, life);
    return this.lasts(life);
  }

  use(id: string): void {
    const life = this.lives.get(id);
    if (!life || !this.lasts(life)) return;
    const now = this.clock.now();
    this.lives.set(id, { ...life, lastSeenAt: this.clock.wallNow().getTime(), idleUntil: now + idleMS });
  }

  forget(id: string): void {
    this.lives.delete(id);
  }

  /** Returns the ended sessions. */
  over(): string[] {
    return [...this.lives].filter(([, life]) => !this.lasts(life)).map(([id]) => id);
  }

  private read({ createdAt, lastSeenAt }: SessionTimes, known: Life | undefined): Life {
    const wall = this.clock.wallNow().getTime();
    const now = this.clock.now();
    const left = (since: Date, length: number) => now + length - Math.max(0, wall - since.getTime());
    return {
      lastSeenAt: lastSeenAt.getTime(),
      idleUntil: left(lastSeenAt, idleMS),
      endsAt: known?.endsAt ?? left(createdAt, longestMS),
    };
  }

  private lasts({ idleUntil, endsAt }: Life): boolean {
    return this.clock.now() < Math.min(idleUntil, endsAt);
  }
}
