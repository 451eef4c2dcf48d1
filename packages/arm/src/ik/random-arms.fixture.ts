import fc from 'fast-check';
import { type ArmModel, armFromDh, type DhTable, type Origin } from '../index.ts';

const rightAngle = fc.constantFrom(Math.PI / 2, -Math.PI / 2);
const straight = fc.constantFrom(0, Math.PI);
const length = fc.noBias(fc.integer({ min: 1000, max: 9000 })).map((value) => value / 1e4);
const offset = fc.oneof(
  fc.constant(0),
  fc.noBias(fc.integer({ min: -3000, max: 3000 })).map((value) => value / 1e4),
);
const zero = fc.oneof(
  fc.constant(0),
  fc.noBias(fc.integer({ min: -314, max: 314 })).map((value) => value / 100),
);

export function modelOf(table: DhTable): ArmModel {
  const result = armFromDh(table);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** Arms with axes 2, 3 and 4 parallel, of any lengths, offsets, directions and zero positions. */
export const threeParallelArm = fc
  .record({
    a: fc.tuple(offset, length, length, offset, fc.constant(0), offset),
    d: fc.tuple(offset, offset, offset, offset, offset, offset),
    alpha: fc.tuple(rightAngle, straight, straight, rightAngle, rightAngle, zero),
    theta: fc.tuple(zero, zero, zero, zero, zero, zero),
  })
  .map(modelOf);

/** Arms whose last three axes meet, of any lengths, offsets, directions and zero positions. */
export const sphericalWristArm = fc
  .record({
    a: fc.tuple(offset, length, offset, fc.constant(0), fc.constant(0), offset),
    d: fc.tuple(offset, offset, offset, length, fc.constant(0), offset),
    alpha: fc.tuple(rightAngle, straight, rightAngle, rightAngle, rightAngle, zero),
    theta: fc.tuple(zero, zero, zero, zero, zero, zero),
  })
  .map(modelOf);

/** Uniform, unlike fast-check's doubles, which are mostly tiny and therefore singular. */
const angle = fc.noBias(fc.integer({ min: -3_100_000, max: 3_100_000 })).map((value) => value / 1e6);

export const jointAngles: fc.Arbitrary<number[]> = fc.tuple(angle, angle, angle, angle, angle, angle);

/** Returns the same arm as built: every frame off by up to `metres` and `radians`, as found by a calibration. */
export function disturb(model: ArmModel, metres: number, radians: number): ArmModel {
  let step = 0;
  const next = (size: number): number => {
    step += 1;
    return size * Math.sin(12.9898 * step);
  };
  const move = ({ xyz, rpy }: Origin): Origin => ({
    xyz: [xyz[0] + next(metres), xyz[1] + next(metres), xyz[2] + next(metres)],
    rpy: [rpy[0] + next(radians), rpy[1] + next(radians), rpy[2] + next(radians)],
  });
  return { ...model, joints: model.joints.map((joint) => ({ ...joint, origin: move(joint.origin) })) };
}

const specialAngle = fc.oneof(
  angle,
  fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  fc.constant(0),
  rightAngle,
);

/** Joint angles of which many are zero, tiny or right angles, so that most postures are singular. */
export const singularAngles: fc.Arbitrary<number[]> = fc.tuple(
  specialAngle,
  specialAngle,
  specialAngle,
  specialAngle,
  specialAngle,
  specialAngle,
);
