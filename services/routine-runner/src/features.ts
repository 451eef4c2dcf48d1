import type { Clock } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import type { SessionLog } from './domain/cell.ts';

/** Time for which an enabled feature counts as enabled unless a change is reported, ms. */
const knownMS = 2000;

export interface FeaturesParts {
  /** Names of the features that are on. */
  readonly listOn: () => Promise<readonly string[]>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<SessionLog, 'warn'>;
}

export interface Features {
  /** True if a feature is on; the last known value while the service does not answer. Never rejects. */
  isOn(flag: FlagName): Promise<boolean>;
  /** Asks again at the next use. */
  forget(): void;
}

/**
 * Enabled features of the cell. A disabled feature is requested each time, so that enabling it takes effect at once.
 */
export function createFeatures({ listOn, clock, log }: FeaturesParts): Features {
  let on: ReadonlySet<string> = new Set();
  let knownUntil = Number.NEGATIVE_INFINITY;
  return {
    async isOn(flag) {
      if (on.has(flag) && clock.now() < knownUntil) return true;
      try {
        on = new Set(await listOn());
        knownUntil = clock.now() + knownMS;
      } catch (error) {
        log.warn('the library does not answer; features are taken as last known', { error });
      }
      return on.has(flag);
    },
    forget() {
      knownUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
