import { ProductError, type RobotKind } from '@cellwright/domain';

/** Who commands a device: each has drivers and stops of its own. */
export type Session = 'live' | 'twin' | 'simulated';

/** A twin stands in for a live robot, and reaches only simulators. */
export function sessionOf(robotKind: RobotKind, isTwin: boolean): Session {
  if (robotKind === 'simulated') return 'simulated';
  return isTwin ? 'twin' : 'live';
}

/** The newest stop epoch of each session. Whatever belongs to an older one is dropped. */
export class StopEpochs {
  readonly #newest = new Map<Session, number>();

  newest(session: Session): number {
    return this.#newest.get(session) ?? 0;
  }

  /** Notes an epoch; true when it is newer than every one before. */
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
      `This command was given before the last stop (epoch ${epoch}, now ${newest}) and was dropped. Give it again if it is still wanted`,
      { reason: 'stale_epoch', newestEpoch: newest },
    );
  }
}
