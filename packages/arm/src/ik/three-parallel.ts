import type { Transform } from '@cellwright/geometry';
import { beginBranches, freeWristSine, pushBranch, type Scratch, smallWristSine } from './closed-form.ts';
import type { ThreeParallelGeometry } from './geometry.ts';
import { solvePlanarArm } from './planar.ts';
import { IkFlag, type IkSolutions, singularTolerance, wrapFast } from './solutions.ts';

/**
 * Finds all branches of an arm whose axes 2, 3 and 4 are parallel. With the first angle known, the remaining rotation
 * Ry(θ2+θ3+θ4)·Rz(θ5)·Ry(θ6) gives its angles in its middle row and column, and the rest is a planar arm.
 */
export function solveThreeParallel(
  geometry: ThreeParallelGeometry,
  target: Transform,
  seed: ArrayLike<number> | undefined,
  scratch: Scratch,
  out: IkSolutions,
): void {
  beginBranches(geometry, target, seed, scratch, out);
  solveShoulders(geometry, scratch, out);
  if (out.count === 0 && scratch.isShoulderFree) searchFreeShoulder(geometry, scratch, out);
}

/**
 * Searches the first angle with W on the first axis. It is free, but the wrist cannot reach the target at every angle;
 * tries the nearest first.
 */
function searchFreeShoulder(geometry: ThreeParallelGeometry, scratch: Scratch, out: IkSolutions): void {
  const wanted = scratch.seedTheta[0] ?? 0;
  for (let step = 1; step <= freeShoulderSteps && out.count === 0; step += 1) {
    const turn = (step * Math.PI) / freeShoulderSteps;
    tryShoulder(geometry, scratch, wanted + turn, out);
    if (out.count === 0) tryShoulder(geometry, scratch, wanted - turn, out);
  }
  if (out.count > 0) return;
  // The target may be reachable only with the sixth axis parallel to the second, where the wrist's pitch is free as
  // well.
  const parallel = Math.atan2(-(scratch.target[1] ?? 0), scratch.target[5] ?? 0);
  tryShoulder(geometry, scratch, parallel, out);
  if (out.count === 0) tryShoulder(geometry, scratch, parallel + Math.PI, out);
}

function tryShoulder(geometry: ThreeParallelGeometry, scratch: Scratch, angle: number, out: IkSolutions): void {
  scratch.shoulders[0] = Math.cos(angle);
  scratch.shoulders[1] = Math.sin(angle);
  solveShoulders(geometry, scratch, out);
}

const freeShoulderSteps = 72;

function solveShoulders(geometry: ThreeParallelGeometry, scratch: Scratch, out: IkSolutions): void {
  for (let shoulder = 0; shoulder < scratch.shoulderCount; shoulder += 1) {
    const cosine = scratch.shoulders[shoulder * 3] ?? 0;
    const sine = scratch.shoulders[shoulder * 3 + 1] ?? 0;
    const forward = scratch.shoulders[shoulder * 3 + 2] ?? 0;
    const flags = scratch.shoulderFlag + (shoulder === 0 ? 0 : IkFlag.shoulderFlipped);
    scratch.theta[0] = Math.atan2(sine, cosine);
    solveWrist(geometry, scratch, cosine, sine, forward - geometry.shoulderOffset, flags, out);
  }
}

function solveWrist(
  geometry: ThreeParallelGeometry,
  scratch: Scratch,
  cosine: number,
  sine: number,
  forward: number,
  flags: number,
  out: IkSolutions,
): void {
  const { target, theta } = scratch;
  const m01 = cosine * (target[1] ?? 0) + sine * (target[5] ?? 0);
  const m21 = target[9] ?? 0;
  const m10 = cosine * (target[4] ?? 0) - sine * (target[0] ?? 0);
  const m11 = cosine * (target[5] ?? 0) - sine * (target[1] ?? 0);
  const m12 = cosine * (target[6] ?? 0) - sine * (target[2] ?? 0);
  const bend = Math.sqrt(m10 * m10 + m12 * m12);
  if (bend < smallWristSine) {
    solveSmallWrist(geometry, scratch, cosine, sine, forward, flags, out);
    return;
  }
  const fifth = Math.atan2(bend, m11);
  const sixth = Math.atan2(m12, m10);
  const pitch = Math.atan2(m21, -m01);
  const scale = 1 / Math.sqrt(m01 * m01 + m21 * m21);
  // Offset of W from axis 4 by the wrist; flipping the wrist turns it to the other side.
  const wristX = (m21 * geometry.wristZ - m01 * geometry.wristX) * scale;
  const wristZ = (-m21 * geometry.wristX - m01 * geometry.wristZ) * scale;
  theta[4] = fifth;
  theta[5] = sixth;
  placeElbow(geometry, scratch, forward - wristX, (target[11] ?? 0) - wristZ, pitch, flags, out);
  theta[4] = -fifth;
  theta[5] = sixth > 0 ? sixth - Math.PI : sixth + Math.PI;
  const flipped = pitch > 0 ? pitch - Math.PI : pitch + Math.PI;
  placeElbow(
    geometry,
    scratch,
    forward + wristX,
    (target[11] ?? 0) + wristZ,
    flipped,
    flags + IkFlag.wristFlipped,
    out,
  );
}

/** Places both elbows for axis 4 at (x, z) and θ2+θ3+θ4 = pitch; none when it is out of reach. */
function placeElbow(
  geometry: ThreeParallelGeometry,
  scratch: Scratch,
  x: number,
  z: number,
  pitch: number,
  flags: number,
  out: IkSolutions,
): void {
  const { planar, theta } = scratch;
  solvePlanarArm(geometry.planar, x, -z, planar);
  if (planar.count === 0) return;
  // Folded onto its shoulder the arm may point in any direction: the seed's requires no motion.
  if (planar.isFolded) planar.first = scratch.seedTheta[1] ?? 0;
  const elbowFlags = flags + (planar.sine < singularTolerance ? IkFlag.elbowSingular : 0);
  theta[1] = planar.first;
  theta[2] = planar.elbow;
  theta[3] = pitch - planar.first - planar.elbow;
  pushBranch(geometry, theta, elbowFlags, out);
  if (planar.count === 2) {
    theta[1] = planar.second;
    theta[2] = -planar.elbow;
    theta[3] = pitch - planar.second + planar.elbow;
    pushBranch(geometry, theta, elbowFlags + IkFlag.elbowFlipped, out);
  }
}

/**
 * Solves for a wrist that is nearly straight (or folded back): θ2+θ3+θ4 + θ6 (or − θ6) is accurate, each alone is not.
 */
function solveSmallWrist(
  geometry: ThreeParallelGeometry,
  scratch: Scratch,
  cosine: number,
  sine: number,
  forward: number,
  flags: number,
  out: IkSolutions,
): void {
  const { target, theta, seedTheta } = scratch;
  const m00 = cosine * (target[0] ?? 0) + sine * (target[4] ?? 0);
  const m02 = cosine * (target[2] ?? 0) + sine * (target[6] ?? 0);
  const m10 = cosine * (target[4] ?? 0) - sine * (target[0] ?? 0);
  const m11 = cosine * (target[5] ?? 0) - sine * (target[1] ?? 0);
  const m12 = cosine * (target[6] ?? 0) - sine * (target[2] ?? 0);
  const m20 = target[8] ?? 0;
  const m22 = target[10] ?? 0;
  const side = m11 > 0 ? 1 : -1;
  const total = side > 0 ? Math.atan2(m02 - m20, m00 + m22) : Math.atan2(m02 + m20, m22 - m00);
  const bend = Math.sqrt(m10 * m10 + m12 * m12);
  if (bend < freeWristSine) {
    // Axes 2, 3, 4 and 6 are parallel, and the sixth angle is free: use the seed's, or the nearest one within reach.
    const wanted = total - side * (seedTheta[5] ?? 0);
    const pitch = nearestReachablePitch(geometry, forward, target[11] ?? 0, wanted);
    if (pitch === undefined) return;
    theta[4] = side > 0 ? 0 : Math.PI;
    theta[5] = side * (total - pitch);
    placeWrist(geometry, scratch, forward, pitch, flags + IkFlag.wristSingular, out);
    return;
  }
  const singular = bend < singularTolerance ? IkFlag.wristSingular : 0;
  const fifth = Math.atan2(bend, m11);
  const sixth = Math.atan2(m12, m10);
  theta[4] = fifth;
  theta[5] = sixth;
  placeWrist(geometry, scratch, forward, total - side * sixth, flags + singular, out);
  theta[4] = -fifth;
  theta[5] = sixth + Math.PI;
  placeWrist(geometry, scratch, forward, total - side * theta[5], flags + singular + IkFlag.wristFlipped, out);
}

/** Places both elbows for a wrist at θ2+θ3+θ4 = pitch. */
function placeWrist(
  geometry: ThreeParallelGeometry,
  scratch: Scratch,
  forward: number,
  pitch: number,
  flags: number,
  out: IkSolutions,
): void {
  const c = Math.cos(pitch);
  const s = Math.sin(pitch);
  const x = forward - (c * geometry.wristX + s * geometry.wristZ);
  const z = (scratch.target[11] ?? 0) - (c * geometry.wristZ - s * geometry.wristX);
  placeElbow(geometry, scratch, x, z, pitch, flags, out);
}

/** Returns the reachable pitch nearest to the wanted one. Axis 4 moves on a circle around W as the pitch turns. */
function nearestReachablePitch(
  geometry: ThreeParallelGeometry,
  x: number,
  z: number,
  wanted: number,
): number | undefined {
  const { upper, fore } = geometry.planar;
  const distance = Math.hypot(x, z);
  const wrist = Math.hypot(geometry.wristX, geometry.wristZ);
  const scale = 2 * distance * wrist;
  if (scale < 1e-12) return wanted;
  const squares = distance * distance + wrist * wrist;
  const most = (squares - (upper - fore) ** 2) / scale;
  const least = (squares - (upper + fore) ** 2) / scale;
  // At the very end of the reach rounding may put the bounds slightly outside the range of a cosine.
  if (least > 1 && Math.abs(distance - wrist) - (upper + fore) > geometry.planar.tolerance) return undefined;
  if (most < -1 && Math.abs(upper - fore) - (distance + wrist) > geometry.planar.tolerance) return undefined;
  // Angle between the wrist's offset and the direction to W, in the plane (x, −z).
  const zero = Math.atan2(-geometry.wristZ, geometry.wristX) - Math.atan2(-z, x);
  const angle = wrapFast(zero + wanted);
  const cosine = Math.cos(angle);
  if (cosine > most) return wanted + (Math.sign(angle || 1) * Math.acos(Math.max(most, -1)) - angle);
  if (cosine < least) return wanted + (Math.sign(angle || 1) * Math.acos(Math.min(least, 1)) - angle);
  return wanted;
}
