import { createRandom, fullTurn, type Transform } from '@cellwright/geometry';
import { jointCount } from '../model/arm-model.ts';
import { hasCopyWithinLimits, type JointBounds } from './copies.ts';
import type { Refiner } from './refine.ts';
import { wrapFast } from './solutions.ts';

/** Accuracy of refined solutions, m and rad. */
const numericTolerance = 1e-10;

/** Accuracy accepted at a singularity: a micrometre and a microradian. */
const roughTolerance = 1e-6;

/** Number of starts before a rough solution is accepted. */
const roughAfter = 10;

const maximumIterations = 60;

export interface NumericSearch {
  /** Number of starts before giving up; the first is the seed if there is one. */
  readonly attempts: number;
  /** Seed of the random starts: the same number gives the same starts. */
  readonly randomSeed: number;
  /** True to skip postures that have no copy within the limits. */
  readonly respectLimits: boolean;
}

export type NumericOutcome = 'found' | 'beyond_limits' | 'none';

/**
 * Searches for joint angles by damped steps from one start after another; calls `onFound` with each solution (angles
 * within (−π, π], a buffer that is reused) until it returns true.
 *
 * At a singularity steps stop short of the last digits: if {@link roughAfter} starts find nothing better, a solution
 * within {@link roughTolerance} is accepted.
 */
export function searchNumerically(
  refiner: Refiner,
  bounds: JointBounds,
  target: Transform,
  seed: ArrayLike<number> | undefined,
  search: NumericSearch,
  onFound: (joints: Float64Array) => boolean,
): NumericOutcome {
  const random = createRandom(search.randomSeed);
  const joints = new Float64Array(jointCount);
  const rough = new Float64Array(jointCount);
  let roughError = roughTolerance;
  let outcome: NumericOutcome = 'none';
  for (let attempt = 0; attempt < search.attempts; attempt += 1) {
    if (attempt >= roughAfter && roughError < roughTolerance && onFound(rough)) return 'found';
    for (let joint = 0; joint < jointCount; joint += 1) {
      const isSeeded = attempt === 0 && seed !== undefined;
      joints[joint] = isSeeded ? (seed[joint] ?? 0) : startAngle(bounds, joint, random());
    }
    const { error } = refiner.refine(target, joints, numericTolerance, maximumIterations);
    if (!(error < roughError)) continue;
    for (let joint = 0; joint < jointCount; joint += 1) joints[joint] = wrapFast(joints[joint] ?? 0);
    if (search.respectLimits && !hasCopyWithinLimits(joints, 0, bounds)) {
      outcome = 'beyond_limits';
      continue;
    }
    if (error > numericTolerance) {
      roughError = error;
      rough.set(joints);
    } else if (onFound(joints)) {
      return 'found';
    }
  }
  if (roughError < roughTolerance && onFound(rough)) return 'found';
  return outcome;
}

/** Returns a start within the limits; more than one turn of range would only repeat the same postures. */
function startAngle(bounds: JointBounds, joint: number, fraction: number): number {
  const lower = bounds.lower[joint] ?? 0;
  const upper = bounds.upper[joint] ?? 0;
  const range = Math.min(upper - lower, fullTurn);
  return (lower + upper) / 2 + range * (fraction - 0.5);
}
