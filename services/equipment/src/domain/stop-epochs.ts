import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';

/** Kind of robot session that commands a device: each has its own drivers and stops. */
export type Session = 'live' | 'twin' | 'simulated';

/** Returns the session of a robot. A twin replaces a live robot, and reaches only simulators. */
export function sessionOf(robotKind: RobotKind, isTwin: boolean): Session {
  if (robotKind === 'simulated') return 'simulated';
  return isTwin ? 'twin' : 'live';
}

/** The newest stop epoch of each session. Commands of older epochs are dropped. */
export class StopEpochs {
  readonly #newest = new Map<Session, number>();

  newest(session: Session): number {
    return this.#newest.get(session) ?? 0;
  }

  /** Records an epoch. Returns true if it is newer than every one before. */
  note(session: Session, epoch: number): boolean {
    if (epoch <= this.newest(session)) return false;
    this.#newest.set(session, epoch);
    return true;
  }

  /** @throws ProductError conflict when the epoch has ended. */
  check(session: Session, epoch: number): void {
    const newest = this.newest(session);
    if (epoch >= newest) return;
    throw new ProductError(
      'conflict',
      `This command was sent before the last stop (epoch ${epoch}, now ${newest}) and was dropped. Send it again if you still need it`,
      { reason: 'stale_epoch', newestEpoch: newest },
    );
  }
}
