import { isValidPose, type Pose, setTransformFromPose, type Transform, transformSize } from '@cellwright/geometry';
import type { Kinematics } from '../kinematics/kinematics.ts';
import { jointCount } from '../model/arm-model.ts';
import { createScratch } from './closed-form.ts';
import { hasCopyWithinLimits, type JointBounds, jointBoundsOf, nearestCopy } from './copies.ts';
import type { RecognizedGeometry } from './geometry.ts';
import { costOfMove, type SolverType, velocitiesOf } from './nearest.ts';
import { type NumericSearch, searchNumerically } from './numeric.ts';
import { createPolisher, polishOne } from './polish.ts';
import { exactResidual, recognizeGeometry } from './recognize.ts';
import { createRefiner, type Refiner } from './refine.ts';
import {
  createIkSolutions,
  IkFlag,
  type IkSolutions,
  maximumBranches,
  removeDuplicates,
  wrapFast,
} from './solutions.ts';
import { solveSphericalWrist } from './spherical-wrist.ts';
import { solveThreeParallel } from './three-parallel.ts';

export type IkMethod = 'threeParallel' | 'sphericalWrist' | 'numeric';

export type IkResult =
  | {
      readonly ok: true;
      /** Joint angles within the limits, rad. */
      readonly joints: readonly number[];
      /** Sum of IkFlag. */
      readonly flags: number;
      /** Seconds for `speed`, radians for `distance`. */
      readonly cost: number;
    }
  | {
      readonly ok: false;
      readonly kind: 'invalid_target' | 'invalid_seed' | 'unreachable' | 'out_of_limits';
      readonly message: string;
    };

export interface InverseKinematicsOptions {
  /** `numeric` ignores a closed form; for measurements. */
  readonly method?: 'auto' | 'numeric';
  /** Number of starts of the numeric search for one target. */
  readonly attempts?: number;
  /** Seed of the numeric search: the same number gives the same starts. */
  readonly randomSeed?: number;
}

/** Inverse kinematics of one arm. Not reentrant: it computes in its own buffers. */
export interface InverseKinematics {
  readonly method: IkMethod;
  /** True if the closed form is exact by itself; false if it seeds a refinement on the real (calibrated) chain. */
  readonly isExact: boolean;
  readonly bounds: JointBounds;
  /**
   * Returns every real branch for a target of the tip in the root frame (3×4 row-major), at principal angles, ignoring
   * the limits. Free angles come from the seed. The numeric method returns only the branches that it finds.
   */
  solveAll(target: Transform, seed?: ArrayLike<number>): IkSolutions;
  /** Does the same as {@link solveAll} for a pose; an invalid pose has no solutions. */
  solveAllForPose(pose: Pose, seed?: ArrayLike<number>): IkSolutions;
  /** Returns the best posture within the limits for a seed (six angles, rad); by `speed` unless specified. */
  solveNearest(pose: Pose, seed: ArrayLike<number>, type?: SolverType): IkResult;
}

const defaultAttempts = 100;

export function createInverseKinematics(
  kinematics: Kinematics,
  options: InverseKinematicsOptions = {},
): InverseKinematics {
  const { chain, model } = kinematics;
  const geometry = options.method === 'numeric' ? undefined : recognizeGeometry(chain);
  const refiner = createRefiner(chain, weighRotation(kinematics));
  const bounds = jointBoundsOf(model);
  const velocities = velocitiesOf(model);
  const solutions = createIkSolutions();
  const target = new Float64Array(transformSize);
  const search: NumericSearch = {
    attempts: options.attempts ?? defaultAttempts,
    randomSeed: options.randomSeed ?? 1,
    respectLimits: true,
  };
  const solve =
    geometry === undefined
      ? createNumericSolver(refiner, bounds, search, maximumBranches)
      : createClosedFormSolver(geometry, kinematics, refiner, bounds, search);

  function solveAll(wanted: Transform, seed?: ArrayLike<number>): IkSolutions {
    solve(wanted, seed, solutions);
    for (let index = 0; index < solutions.count; index += 1) {
      if (!hasCopyWithinLimits(solutions.joints, index * jointCount, bounds)) {
        solutions.flags[index] = (solutions.flags[index] ?? 0) + IkFlag.outOfLimits;
      }
    }
    return solutions;
  }

  function solveAllForPose(pose: Pose, seed?: ArrayLike<number>): IkSolutions {
    solutions.count = 0;
    if (!isValidPose(pose)) return solutions;
    setTransformFromPose(target, 0, pose);
    return solveAll(target, seed);
  }

  function solveNearest(pose: Pose, seed: ArrayLike<number>, type: SolverType = 'speed'): IkResult {
    if (!isValidPose(pose)) {
      return { ok: false, kind: 'invalid_target', message: 'The target pose must be finite, with a unit quaternion' };
    }
    if (!isJointVector(seed)) {
      return { ok: false, kind: 'invalid_seed', message: 'The start position must be six finite joint angles' };
    }
    setTransformFromPose(target, 0, pose);
    if (geometry === undefined) return findFirst(refiner, bounds, target, seed, search, type, velocities);
    solveAll(target, seed);
    return pickNearest(solutions, bounds, seed, type, velocities);
  }

  const method = geometry?.kind ?? 'numeric';
  const isExact = geometry !== undefined && geometry.residual <= exactResidual;
  return { method, isExact, bounds, solveAll, solveAllForPose, solveNearest };
}

/**
 * Returns the length in metres that weighs as much as one radian: less than half of the tip's distance in a few
 * postures. The sum of the link lengths would not work: a calibrated arm may have its joint origins far out along
 * nearly parallel axes.
 */
function weighRotation(kinematics: Kinematics): number {
  const { shoulder } = kinematics;
  let furthest = 0;
  for (let sample = 0; sample < 12; sample += 1) {
    const joints = Array.from({ length: jointCount }, (_, joint) => 3 * Math.sin(1.7 * sample + 2.3 * joint));
    const { x, y, z } = kinematics.computeTipPose(joints);
    furthest = Math.max(furthest, Math.hypot(x - shoulder[0], y - shoulder[1], z - shoulder[2]));
  }
  return 0.4 * furthest || 1;
}

/** Starts for a pose for which a nearly canonical arm has no branch. */
const lastResortAttempts = 20;

type Solve = (target: Transform, seed: ArrayLike<number> | undefined, out: IkSolutions) => void;

function createClosedFormSolver(
  geometry: RecognizedGeometry,
  kinematics: Kinematics,
  refiner: Refiner,
  bounds: JointBounds,
  search: NumericSearch,
): Solve {
  const scratch = createScratch();
  const solve: Solve =
    geometry.kind === 'threeParallel'
      ? (target, seed, out) => solveThreeParallel(geometry, target, seed, scratch, out)
      : (target, seed, out) => solveSphericalWrist(geometry, target, seed, scratch, out);
  const searchOne = createNumericSolver(refiner, bounds, { ...search, attempts: lastResortAttempts }, 1);
  if (geometry.residual <= exactResidual) {
    return (target, seed, out) => {
      solve(target, seed, out);
      if (out.count > 0) return;
      // Rounding may leave no branch at several singularities at once. Callers that follow a path ask from nearby, and
      // often.
      if (seed !== undefined) takeSeed(refiner, target, seed, out);
      else if (kinematics.isWithinReach(positionOfTransform(target))) searchOne(target, seed, out);
    };
  }
  const polish = createPolisher(kinematics, refiner);
  return (target, seed, out) => {
    solve(target, seed, out);
    polish(target, out);
    // At several singularities at once the canonical arm may have no branch where the real one has.
    if (out.count === 0 && kinematics.isWithinReach(positionOfTransform(target))) searchOne(target, seed, out);
  };
}

/** Distance between seed and target, m and rad, below which the seed passes through the target. */
const nearSeed = 1e-3;

/** Adds the seed itself as a branch where the closed form has none. */
function takeSeed(refiner: Refiner, target: Transform, seed: ArrayLike<number>, out: IkSolutions): void {
  if (!isJointVector(seed) || refiner.measureError(target, seed) > nearSeed) return;
  const joints = Float64Array.from(seed);
  if (!polishOne(refiner, target, joints)) return;
  out.joints.set(joints.map(wrapFast));
  out.flags[0] = 0;
  out.count = 1;
}

function createNumericSolver(refiner: Refiner, bounds: JointBounds, search: NumericSearch, wanted: number): Solve {
  return (target, seed, out) => {
    out.count = 0;
    searchNumerically(refiner, bounds, target, seed, { ...search, respectLimits: false }, (joints) => {
      out.joints.set(joints, out.count * jointCount);
      out.flags[out.count] = 0;
      out.count += 1;
      removeDuplicates(out, 1e-6);
      return out.count === wanted;
    });
  };
}

/** Buffers of {@link pickNearest}, which is called thousands of times a second. */
const here = new Float64Array(jointCount);
const copy = new Float64Array(jointCount);
const best = new Float64Array(jointCount);

function pickNearest(
  solutions: IkSolutions,
  bounds: JointBounds,
  seed: ArrayLike<number>,
  type: SolverType,
  velocities: Float64Array,
): IkResult {
  for (let joint = 0; joint < jointCount; joint += 1) here[joint] = seed[joint] ?? 0;
  let bestCost = Number.POSITIVE_INFINITY;
  let bestFlags = 0;
  for (let index = 0; index < solutions.count; index += 1) {
    const flags = solutions.flags[index] ?? 0;
    if ((flags & IkFlag.outOfLimits) !== 0) continue;
    writeNearestCopy(solutions.joints, index * jointCount, here, bounds, copy);
    const cost = costOfMove(type, velocities, here, copy);
    if (!(cost < bestCost)) continue;
    bestCost = cost;
    bestFlags = flags;
    best.set(copy);
  }
  if (bestCost < Number.POSITIVE_INFINITY) {
    return { ok: true, joints: listJoints(best), flags: bestFlags, cost: bestCost };
  }
  return solutions.count === 0 ? unreachable : outOfLimits;
}

/** Does the same as Array.from, at a tenth of its cost for such short arrays. */
function listJoints(from: Float64Array): number[] {
  const joints: number[] = [];
  for (let joint = 0; joint < jointCount; joint += 1) joints.push(from[joint] ?? 0);
  return joints;
}

const unreachable: IkResult = {
  ok: false,
  kind: 'unreachable',
  message: 'The target is out of the reach of the arm',
};

const outOfLimits: IkResult = {
  ok: false,
  kind: 'out_of_limits',
  message: 'Every posture that reaches the target is beyond a joint limit',
};

function writeNearestCopy(
  joints: Float64Array,
  offset: number,
  seed: ArrayLike<number>,
  bounds: JointBounds,
  out: Float64Array,
): void {
  for (let joint = 0; joint < jointCount; joint += 1) {
    const lower = bounds.lower[joint] ?? 0;
    const upper = bounds.upper[joint] ?? 0;
    out[joint] = nearestCopy(joints[offset + joint] ?? 0, seed[joint] ?? 0, lower, upper);
  }
}

/** Finds the first posture from the seed, used without a closed form. */
function findFirst(
  refiner: Refiner,
  bounds: JointBounds,
  target: Transform,
  seed: ArrayLike<number>,
  search: NumericSearch,
  type: SolverType,
  velocities: Float64Array,
): IkResult {
  const copy = new Float64Array(jointCount);
  const outcome = searchNumerically(refiner, bounds, target, seed, search, (joints) => {
    writeNearestCopy(joints, 0, seed, bounds, copy);
    return true;
  });
  if (outcome === 'beyond_limits') return outOfLimits;
  if (outcome === 'none') return unreachable;
  return { ok: true, joints: Array.from(copy), flags: 0, cost: costOfMove(type, velocities, seed, copy) };
}

function isJointVector(joints: ArrayLike<number>): boolean {
  if (joints.length !== jointCount) return false;
  for (let joint = 0; joint < jointCount; joint += 1) {
    if (!Number.isFinite(joints[joint] ?? Number.NaN)) return false;
  }
  return true;
}

function positionOfTransform(m: Transform): { x: number; y: number; z: number } {
  return { x: m[3] ?? Number.NaN, y: m[7] ?? Number.NaN, z: m[11] ?? Number.NaN };
}
