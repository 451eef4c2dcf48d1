import { createTransforms, type Transform } from '@cellwright/geometry';
import { jointCount } from '../model/arm-model.ts';
import { toCanonical } from './canonical.ts';
import { type ArmGeometry, freeShoulderRadius } from './geometry.ts';
import { createPlanarPostures, type PlanarPostures } from './planar.ts';
import { IkFlag, type IkSolutions, singularTolerance, wrapFast } from './solutions.ts';

/**
 * Sine of the fifth joint below which a free angle causes an error of less than 1e-9 rad; it is then taken from the
 * seed.
 */
export const freeWristSine = 2e-10;

/**
 * Sine below which each of the outer two wrist angles loses digits although still defined. Their sum or difference
 * stays accurate, so one is computed from it and the other.
 */
export const smallWristSine = 1e-3;

/** Rounding of W (relative to the arm's length) below which both shoulder solutions are one. */
const mergedShoulder = 1e-15;

/** Working data of a solver: the canonical target, the canonical angles computed so far, and the seed's angles. */
export interface Scratch {
  /** Requested end frame, in the canonical base. */
  readonly target: Transform;
  readonly theta: Float64Array;
  readonly seedTheta: Float64Array;
  readonly planar: PlanarPostures;
  /** Remaining rotation of a spherical wrist, 3×3 row-major. */
  readonly remainder: Float64Array;
  /** For each shoulder solution: cos θ1, sin θ1 and the position of W along x. */
  readonly shoulders: Float64Array;
  shoulderCount: number;
  shoulderFlag: number;
  /** True if W is on the first axis; the only shoulder solution is then the seed's. */
  isShoulderFree: boolean;
}

export function createScratch(): Scratch {
  return {
    target: createTransforms(),
    theta: new Float64Array(jointCount),
    seedTheta: new Float64Array(jointCount),
    planar: createPlanarPostures(),
    remainder: new Float64Array(9),
    shoulders: new Float64Array(6),
    shoulderCount: 0,
    shoulderFlag: 0,
    isShoulderFree: false,
  };
}

/** Starts a solve: no branches yet, target and seed in canonical form, and the first joint's angles. */
export function beginBranches(
  geometry: ArmGeometry,
  target: Transform,
  seed: ArrayLike<number> | undefined,
  scratch: Scratch,
  out: IkSolutions,
): void {
  out.count = 0;
  toCanonical(geometry, target, scratch.target);
  setSeed(geometry, seed, scratch);
  solveShoulder(geometry, scratch);
}

function setSeed(geometry: ArmGeometry, seed: ArrayLike<number> | undefined, scratch: Scratch): void {
  for (let index = 0; index < jointCount; index += 1) {
    const angle = seed === undefined ? 0 : (seed[index] ?? 0);
    scratch.seedTheta[index] = (geometry.signs[index] ?? 0) * angle + (geometry.offsets[index] ?? 0);
  }
}

/** Finds the first joint's angles that move W into the arm's plane; writes `scratch.shoulders`. */
function solveShoulder(geometry: ArmGeometry, scratch: Scratch): void {
  const { target, shoulders } = scratch;
  const { lateral } = geometry;
  const x = target[3] ?? 0;
  const y = target[7] ?? 0;
  const radius = Math.sqrt(x * x + y * y);
  const side = Math.abs(lateral);
  scratch.shoulderFlag = 0;
  scratch.shoulderCount = 0;
  scratch.isShoulderFree = radius <= freeShoulderRadius;
  // Also false for NaN, and for infinities, which are out of reach.
  if (!(side - radius <= geometry.planar.tolerance && radius < 1e9)) return;
  if (scratch.isShoulderFree) {
    // W is on the first axis: any angle works, and the seed's requires no motion.
    const angle = scratch.seedTheta[0] ?? 0;
    shoulders[0] = Math.cos(angle);
    shoulders[1] = Math.sin(angle);
    shoulders[2] = 0;
    scratch.shoulderCount = 1;
    scratch.shoulderFlag = IkFlag.shoulderSingular;
    return;
  }
  let forward = Math.max(geometry.leastForward, Math.sqrt(Math.max(0, (radius - side) * (radius + side))));
  const { upper, fore } = geometry.planar;
  const isMerged = forward * forward < mergedShoulder * radius * (upper + fore);
  // The remainder is rounding, which would turn the arm's plane and with it a wrist that is also singular.
  if (isMerged) forward = 0;
  const scale = radius * Math.sqrt(forward * forward + lateral * lateral);
  shoulders[0] = (x * forward + y * lateral) / scale;
  shoulders[1] = (y * forward - x * lateral) / scale;
  shoulders[2] = forward;
  shoulders[3] = (y * lateral - x * forward) / scale;
  shoulders[4] = (-y * forward - x * lateral) / scale;
  shoulders[5] = -forward;
  scratch.shoulderCount = isMerged ? 1 : 2;
  if (forward < singularTolerance * (upper + fore)) scratch.shoulderFlag = IkFlag.shoulderSingular;
}

/** Appends the branch in `scratch.theta` as joint angles. */
export function pushBranch(geometry: ArmGeometry, theta: Float64Array, flags: number, out: IkSolutions): void {
  const { signs, offsets } = geometry;
  const { joints } = out;
  const base = out.count * jointCount;
  for (let index = 0; index < jointCount; index += 1) {
    const angle = ((theta[index] ?? 0) - (offsets[index] ?? 0)) * (signs[index] ?? 0);
    joints[base + index] = wrapFast(angle);
  }
  out.flags[out.count] = flags;
  out.count += 1;
}
