import { ChordStrays, type Trajectory, trajectoryDuration } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import { explainPair, findContact } from './contact.ts';
import type { Reason } from './request.ts';

/** Accuracy of the time of a contact, seconds. */
const placeStep = 0.016;
/** Minimum length of a chord, seconds: an unproven one counts as contact. */
const shortestChord = 0.001;
/**
 * Maximum deviation of the trajectory from a chord before a check, rad over all joints; longer chords are divided
 * first.
 */
const worthLooking = 0.02;
/** Negligible deviation of a trajectory from a chord, rad over all joints: a hundredth of a millimetre. */
const negligible = 1e-5;

export interface ContactAlong extends Required<Reason> {
  /** Seconds from the start: where it touches, or a little after. */
  readonly time: number;
}

/**
 * Returns the first contact along a trajectory. Clearance is proven, not sampled: chords of the trajectory are proven
 * clear with a margin for its deviation from them, and divided where that is not possible.
 */
export function findContactAlong(arm: ArmContext, trajectory: Trajectory): ContactAlong | undefined {
  const duration = trajectoryDuration(trajectory);
  const { world } = arm.checker;
  if (!(duration > 0)) {
    const contact = findContact(
      arm,
      trajectory.points.map(({ positions }) => positions),
    );
    return contact && { time: 0, reason: contact.reason, causes: contact.causes };
  }
  const chord = new ChordStrays(trajectory);
  /** Ends of unproven chords, the next one last. */
  const ends = [duration];
  let start = 0;
  for (let end = ends.at(-1); end !== undefined; end = ends.at(-1)) {
    const strays = chord.measure(start, end);
    if (strays <= worthLooking && world.isCurveClear(chord.from, chord.to, chord.strays)) {
      start = end;
      ends.pop();
      continue;
    }
    const length = end - start;
    if (length <= shortestChord || (length <= placeStep && strays <= negligible)) {
      return { time: end, ...explainContact(arm, chord) };
    }
    ends.push(start + length / 2);
  }
  return undefined;
}

/** The contact on a chord, or the nearest bodies where nothing touches yet. */
function explainContact({ checker }: ArmContext, { from, to }: ChordStrays): Required<Reason> {
  const check = checker.checkMotion(from, to);
  return explainPair(check.kind === 'collision' ? check.pair : checker.world.measureClearance(to).pair);
}
