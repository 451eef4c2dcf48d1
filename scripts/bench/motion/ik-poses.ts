import { forwardByMatrices, poseItemAt } from './ik-check.ts';
import type { NamedDh, PoseItem } from './ik-input.ts';

/** Creates a generator of random numbers in [0, 1), the same for the same seed (xorshift32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/** A pose together with joint angles that reach it. */
export interface KnownPose extends PoseItem {
  readonly joints: readonly number[];
  readonly isSingular: boolean;
}

/** Returns poses reached by random joint angles within the limits. */
export function makeRandomPoses(arm: NamedDh, count: number, seed: number): KnownPose[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const joints = randomJoints(arm, random);
    return { ...poseItemAt(arm, joints), joints, isSingular: false };
  });
}

const distances = [0, 0, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5];

/**
 * Returns poses at singularities of every kind, found where the Jacobian's determinant changes sign, and close to them.
 */
export function makeSingularPoses(arm: NamedDh, count: number, seed: number): KnownPose[] {
  const random = createRandom(seed);
  const poses: KnownPose[] = [];
  while (poses.length < count) {
    const joints = randomJoints(arm, random);
    const joint = [1, 2, 4][poses.length % 3] ?? 4;
    if (!bisectSingularity(arm, joints, joint, random)) continue;
    joints[joint] = (joints[joint] ?? 0) + (distances[poses.length % distances.length] ?? 0);
    const isWithin = joints.every((angle, at) => angle >= (arm.lower[at] ?? 0) && angle <= (arm.upper[at] ?? 0));
    if (isWithin) poses.push({ ...poseItemAt(arm, joints), joints, isSingular: true });
  }
  return poses;
}

function randomJoints(arm: NamedDh, random: () => number): number[] {
  return arm.lower.map((lower, index) => {
    const upper = arm.upper[index] ?? 0;
    const range = Math.min(upper - lower, 2 * Math.PI);
    return (lower + upper) / 2 + range * (random() - 0.5);
  });
}

/**
 * Moves one joint to where the determinant is 0, between two random angles; returns false when its sign does not
 * change.
 */
function bisectSingularity(arm: NamedDh, joints: number[], joint: number, random: () => number): boolean {
  const determinantAt = (angle: number): number => {
    joints[joint] = angle;
    return jacobianDeterminant(arm, joints);
  };
  let low = joints[joint] ?? 0;
  let high = low + 2 * (random() - 0.5);
  const sign = Math.sign(determinantAt(low));
  if (sign === Math.sign(determinantAt(high))) return false;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (Math.sign(determinantAt(middle)) === sign) low = middle;
    else high = middle;
  }
  joints[joint] = high;
  return true;
}

/** Returns the determinant of the geometric Jacobian from the frames of partial chains. */
function jacobianDeterminant(arm: NamedDh, joints: readonly number[]): number {
  const tip = forwardByMatrices(arm, joints);
  const rows: number[][] = Array.from({ length: 6 }, () => []);
  for (let index = 0; index < 6; index += 1) {
    const frame = frameBefore(arm, joints, index);
    const [zx, zy, zz] = [frame[2] ?? 0, frame[6] ?? 0, frame[10] ?? 0];
    const dx = (tip[3] ?? 0) - (frame[3] ?? 0);
    const dy = (tip[7] ?? 0) - (frame[7] ?? 0);
    const dz = (tip[11] ?? 0) - (frame[11] ?? 0);
    const column = [zy * dz - zz * dy, zz * dx - zx * dz, zx * dy - zy * dx, zx, zy, zz];
    column.forEach((value, row) => {
      rows[row]?.push(value);
    });
  }
  return determinant(rows);
}

function frameBefore(arm: NamedDh, joints: readonly number[], index: number): readonly number[] {
  const cut = (values: readonly number[]): number[] => values.map((value, at) => (at < index ? value : 0));
  const part = { ...arm, a: cut(arm.a), d: cut(arm.d), alpha: cut(arm.alpha), theta: cut(arm.theta) };
  return forwardByMatrices(part, cut(joints));
}

function determinant(matrix: readonly (readonly number[])[]): number {
  let rows = matrix.map((row) => [...row]);
  let result = 1;
  for (let column = 0; column < 6; column += 1) {
    const sizes = rows.map((row) => Math.abs(row[column] ?? 0));
    const best = sizes.indexOf(Math.max(...sizes));
    const pivotRow = rows[best] ?? [];
    const pivot = pivotRow[column] ?? 0;
    if (pivot === 0) return 0;
    // Moving the pivot's row to the top takes as many swaps as there are rows above it.
    result *= best % 2 === 0 ? pivot : -pivot;
    rows = rows.filter((_, index) => index !== best);
    for (const row of rows) {
      const factor = (row[column] ?? 0) / pivot;
      for (let at = column; at < 6; at += 1) row[at] = (row[at] ?? 0) - factor * (pivotRow[at] ?? 0);
    }
  }
  return result;
}
