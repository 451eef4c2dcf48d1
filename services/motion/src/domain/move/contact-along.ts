import { ChordStrays, type Trajectory, trajectoryDuration } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import { explainPair, findContact } from './contact.ts';
import type { Reason } from './request.ts';

/** The place of a contact is told to this, seconds. */
const placeStep = 0.016;
/** Chords are cut no shorter, seconds: what is still open then counts as contact. */
const shortestChord = 0.001;
/** Chords that the trajectory may leave by more, rad over all joints, are cut before anything is looked at. */
const worthLooking = 0.02;
/** What a trajectory leaves a chord by no longer counts, rad over all joints: a hundredth of a millimetre. */
const negligible = 1e-5;

export interface ContactAlong extends Required<Reason> {
  /** Seconds from the start: where it touches, or a little after. */
  readonly time: number;
}

/**
 * The first contact along a trajectory. What it passes is proved, not sampled: chords of the trajectory are proved clear
 * with room for whatever the trajectory leaves them by, and cut in two where that is not possible.
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
  /** Ends of chords still to be proved, the next one last. */
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

/** What touches on a chord, or is nearest where nothing does yet. */
function explainContact({ checker }: ArmContext, { from, to }: ChordStrays): Required<Reason> {
  const check = checker.checkMotion(from, to);
  return explainPair(check.kind === 'collision' ? check.pair : checker.world.measureClearance(to).pair);
}
