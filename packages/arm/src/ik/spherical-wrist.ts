import type { Transform } from '@cellwright/geometry';
import { beginBranches, freeWristSine, pushBranch, type Scratch, smallWristSine } from './closed-form.ts';
import type { SphericalWristGeometry } from './geometry.ts';
import { solvePlanarArm } from './planar.ts';
import { IkFlag, type IkSolutions, singularTolerance } from './solutions.ts';

/**
 * Finds all branches of an arm whose last three axes meet: the first three joints place their meeting point (a turn and
 * a planar arm), and the remaining rotation is Rz(θ4)·Ry(θ5)·Rz(θ6).
 */
export function solveSphericalWrist(
  geometry: SphericalWristGeometry,
  target: Transform,
  seed: ArrayLike<number> | undefined,
  scratch: Scratch,
  out: IkSolutions,
): void {
  beginBranches(geometry, target, seed, scratch, out);
  const { planar, theta } = scratch;
  for (let shoulder = 0; shoulder < scratch.shoulderCount; shoulder += 1) {
    const cosine = scratch.shoulders[shoulder * 3] ?? 0;
    const sine = scratch.shoulders[shoulder * 3 + 1] ?? 0;
    const forward = scratch.shoulders[shoulder * 3 + 2] ?? 0;
    solvePlanarArm(geometry.planar, forward - geometry.shoulderOffset, -(scratch.target[11] ?? 0), planar);
    if (planar.count === 0) continue;
    if (planar.isFolded) planar.first = scratch.seedTheta[1] ?? 0;
    const elbowFlag = planar.sine < singularTolerance ? IkFlag.elbowSingular : 0;
    const flags = scratch.shoulderFlag + elbowFlag + (shoulder === 0 ? 0 : IkFlag.shoulderFlipped);
    theta[0] = Math.atan2(sine, cosine);
    theta[1] = planar.first;
    theta[2] = planar.elbow;
    solveWrist(geometry, scratch, cosine, sine, planar.first + planar.elbow, flags, out);
    if (planar.count === 2) {
      theta[1] = planar.second;
      theta[2] = -planar.elbow;
      solveWrist(geometry, scratch, cosine, sine, planar.second - planar.elbow, flags + IkFlag.elbowFlipped, out);
    }
  }
}

function solveWrist(
  geometry: SphericalWristGeometry,
  scratch: Scratch,
  cosine: number,
  sine: number,
  pitch: number,
  flags: number,
  out: IkSolutions,
): void {
  const { theta } = scratch;
  writeRemainder(geometry, scratch, cosine, sine, Math.cos(pitch), Math.sin(pitch));
  const n = scratch.remainder;
  const n02 = n[2] ?? 0;
  const n12 = n[5] ?? 0;
  const n22 = n[8] ?? 0;
  const bend = Math.sqrt(n02 * n02 + n12 * n12);
  if (bend < freeWristSine) {
    // Axes 4 and 6 are one line: only the sum or the difference of their angles is determined.
    theta[3] = scratch.seedTheta[3] ?? 0;
    theta[4] = n22 > 0 ? 0 : Math.PI;
    theta[5] = sixthAngle(n, theta[3]);
    pushBranch(geometry, theta, flags + IkFlag.wristSingular, out);
    return;
  }
  const wristFlags = flags + (bend < singularTolerance ? IkFlag.wristSingular : 0);
  const fourth = Math.atan2(n12, n02);
  const fifth = Math.atan2(bend, n22);
  const sixth = bend < smallWristSine ? sixthAngle(n, fourth) : Math.atan2(n[7] ?? 0, -(n[6] ?? 0));
  theta[3] = fourth;
  theta[4] = fifth;
  theta[5] = sixth;
  pushBranch(geometry, theta, wristFlags, out);
  theta[3] = fourth > 0 ? fourth - Math.PI : fourth + Math.PI;
  theta[4] = -fifth;
  theta[5] = sixth > 0 ? sixth - Math.PI : sixth + Math.PI;
  pushBranch(geometry, theta, wristFlags + IkFlag.wristFlipped, out);
}

/**
 * Returns θ6 from θ4 and θ4 + θ6 (wrist nearly straight) or θ4 − θ6 (nearly folded back), which stay accurate there.
 */
function sixthAngle(n: Float64Array, fourth: number): number {
  const n00 = n[0] ?? 0;
  const n01 = n[1] ?? 0;
  const n10 = n[3] ?? 0;
  const n11 = n[4] ?? 0;
  if ((n[8] ?? 0) > 0) return Math.atan2(n10 - n01, n00 + n11) - fourth;
  return fourth - Math.atan2(-(n10 + n01), n11 - n00);
}

/** Writes the remaining rotation of the wrist: (Rz(θ1)·Ry(pitch)·forearmToWrist)ᵀ · target rotation, 3×3 row-major. */
function writeRemainder(
  geometry: SphericalWristGeometry,
  scratch: Scratch,
  cosine: number,
  sine: number,
  pitchCosine: number,
  pitchSine: number,
): void {
  const { target, remainder } = scratch;
  const g = geometry.forearmToWrist;
  for (let column = 0; column < 3; column += 1) {
    const t0 = target[column] ?? 0;
    const t1 = target[column + 4] ?? 0;
    const t2 = target[column + 8] ?? 0;
    const forward = cosine * t0 + sine * t1;
    const y = cosine * t1 - sine * t0;
    const x = pitchCosine * forward - pitchSine * t2;
    const z = pitchSine * forward + pitchCosine * t2;
    remainder[column] = (g[0] ?? 0) * x + (g[3] ?? 0) * y + (g[6] ?? 0) * z;
    remainder[column + 3] = (g[1] ?? 0) * x + (g[4] ?? 0) * y + (g[7] ?? 0) * z;
    remainder[column + 6] = (g[2] ?? 0) * x + (g[5] ?? 0) * y + (g[8] ?? 0) * z;
  }
}
