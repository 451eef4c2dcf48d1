import { createTransforms, multiplyTransforms, type Transform, transformSize, type Vec3 } from '@cellwright/geometry';
import type { Chain } from '../kinematics/chain.ts';
import { bodyCount, computeBodies } from '../kinematics/forward.ts';
import { jointCount } from '../model/arm-model.ts';
import { toCanonical } from './canonical.ts';
import type { RecognizedGeometry } from './geometry.ts';
import { multiplyRotations, type Rotation, rotateBy, rotationAboutY, rotationAboutZ } from './rotation3.ts';

/** Postures to compare at; any that move every joint by different amounts. */
const samples = Array.from({ length: 12 }, (_, sample) =>
  Array.from({ length: jointCount }, (_, joint) => 3 * Math.sin(1.7 * sample + 2.3 * joint + 0.4 * sample * joint)),
);

/** Returns the largest difference, in metres and radians, between the canonical chain and the real one. */
export function measureResidual(chain: Chain, geometry: RecognizedGeometry): number {
  const bodies = createTransforms(bodyCount);
  const tip = createTransforms();
  const end = createTransforms();
  const tipOffset = chain.tipIndex * transformSize;
  let residual = 0;
  for (const joints of samples) {
    computeBodies(chain, joints, bodies);
    multiplyTransforms(tip, 0, bodies, jointCount * transformSize, chain.linkOffsets, tipOffset);
    toCanonical(geometry, tip, end);
    residual = Math.max(residual, difference(end, forwardCanonical(geometry, joints)));
  }
  return residual;
}

/** Returns the end frame in the canonical base from the canonical chain. */
function forwardCanonical(geometry: RecognizedGeometry, joints: readonly number[]): [Rotation, Vec3] {
  const theta = joints.map((angle, index) => (geometry.signs[index] ?? 0) * angle + (geometry.offsets[index] ?? 0));
  const [t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0] = theta;
  const { upper, fore } = geometry.planar;
  const [ux, , uz] = rotateBy(rotationAboutY(t2), [upper, 0, 0]);
  const [fx, , fz] = rotateBy(rotationAboutY(t2 + t3), [fore, 0, 0]);
  const arm: Vec3 = [geometry.shoulderOffset + ux + fx, geometry.lateral, uz + fz];
  const turned = rotationAboutZ(t1);
  if (geometry.kind === 'threeParallel') {
    const pitch = rotationAboutY(t2 + t3 + t4);
    const [wx, , wz] = rotateBy(pitch, [geometry.wristX, 0, geometry.wristZ]);
    const hand = multiplyRotations(rotationAboutZ(t5), rotationAboutY(t6));
    const position = rotateBy(turned, [arm[0] + wx, arm[1], arm[2] + wz]);
    return [multiplyRotations(turned, multiplyRotations(pitch, hand)), position];
  }
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0, g6 = 0, g7 = 0, g8 = 0] = geometry.forearmToWrist;
  const forearm = multiplyRotations(rotationAboutY(t2 + t3), [g0, g1, g2, g3, g4, g5, g6, g7, g8]);
  const hand = multiplyRotations(rotationAboutZ(t4), multiplyRotations(rotationAboutY(t5), rotationAboutZ(t6)));
  return [multiplyRotations(turned, multiplyRotations(forearm, hand)), rotateBy(turned, arm)];
}

function difference(end: Transform, [rotation, position]: readonly [Rotation, Vec3]): number {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = rotation;
  const [x, y, z] = position;
  const expected = [r0, r1, r2, x, r3, r4, r5, y, r6, r7, r8, z];
  return expected.reduce((worst, value, index) => Math.max(worst, Math.abs(value - (end[index] ?? 0))), 0);
}
