import type { CustomGripperConfig, CustomGripperLiveState } from './contract.ts';
import type { Signals } from './line.ts';
import type { GripperPlan } from './plan.ts';

/** A motion that has ended or ran out of time. */
export interface EndedMotion {
  readonly plan: GripperPlan;
  readonly progress: Progress;
}

/** Progress of a motion. */
export type Progress = 'moving' | 'there' | 'held';

/**
 * Judges a motion by its sensors, and by time without sensors. If both end sensors are off, gripping fingers hold a
 * part; fingers that have not left the other end are moving until the time limit.
 */
export function judgeMotion(
  { place, command }: GripperPlan,
  elapsedMS: number,
  { motionTimeMS }: Pick<CustomGripperConfig, 'motionTimeMS'>,
  signals: Signals,
): Progress {
  const { part } = signals;
  const [there, away] = place === 'open' ? [signals.open, signals.closed] : [signals.closed, signals.open];
  if (there) return 'there';
  if (part && command.control === 'force_grip') return 'held';
  if (elapsedMS < motionTimeMS || away) return 'moving';
  if (part && place === 'closed') return 'held';
  if (there === undefined) return 'there';
  return command.control === 'force_grip' && part === undefined ? 'held' : 'moving';
}

/** Returns the position of the fingers at rest: from the sensors, else from the end of the last motion. */
export function placeOf(signals: Signals, ended: EndedMotion | undefined): CustomGripperLiveState['place'] {
  if (signals.open) return 'open';
  if (signals.closed) return 'closed';
  if (signals.part) return 'between';
  if (!ended) return 'unknown';
  const { place } = ended.plan;
  return ended.progress === 'there' && signals[place] === undefined ? place : 'between';
}

/** True if a part is held: from its sensor, else from the last grip if no end was reached since. */
export function holdsPart(signals: Signals, ended: EndedMotion | undefined): boolean {
  return signals.part ?? (ended?.progress === 'held' && placeOf(signals, ended) === 'between');
}
