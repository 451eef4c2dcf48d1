import type { CustomGripperConfig, CustomGripperLiveState } from './contract.ts';
import type { Signals } from './line.ts';
import type { GripperPlan } from './plan.ts';

/** A motion that is over, or that time ran out for. */
export interface EndedMotion {
  readonly plan: GripperPlan;
  readonly progress: Progress;
}

/** How far a motion has come. */
export type Progress = 'moving' | 'there' | 'held';

/**
 * Judges a motion by its sensors, and by time where there are none. Between two sensors that are off, fingers that grip
 * hold something; fingers that have not left the other end are on their way until the time limit.
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

/** Where the fingers are when nothing moves them: by the sensors, else where the last motion ended. */
export function placeOf(signals: Signals, ended: EndedMotion | undefined): CustomGripperLiveState['place'] {
  if (signals.open) return 'open';
  if (signals.closed) return 'closed';
  if (signals.part) return 'between';
  if (!ended) return 'unknown';
  const { place } = ended.plan;
  return ended.progress === 'there' && signals[place] === undefined ? place : 'between';
}

/** Whether a part is held now: what its sensor says, else what the last grip ended in while no end was reached since. */
export function holdsPart(signals: Signals, ended: EndedMotion | undefined): boolean {
  return signals.part ?? (ended?.progress === 'held' && placeOf(signals, ended) === 'between');
}
