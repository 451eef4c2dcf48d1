import {
  createTransforms,
  multiplyTransforms,
  type Pose,
  poseOfTransform,
  type Transform,
  transformSize,
} from '@cellwright/geometry';
import { type ArmModel, jointCount } from '../model/arm-model.ts';
import { type Chain, compileChain } from './chain.ts';
import { bodyCount, computeBodies } from './forward.ts';
import { singularValues6 } from './singular-values.ts';

/** Distance of an arm from a singularity; all measures are 0 at one. */
export interface SingularityMeasure {
  /** The smallest singular value of the Jacobian with its linear rows divided by the arm's reach; dimensionless. */
  readonly smallestSingularValue: number;
  /** Smallest over largest singular value, 0..1. */
  readonly inverseCondition: number;
  /** The product of the singular values (Yoshikawa), same scaling. */
  readonly manipulability: number;
}

/**
 * Forward kinematics of one arm. Buffers belong to the object: a result written without `out` is overwritten by the
 * next call. Joint angles in radians, lengths in metres, all frames in the model's root frame.
 */
export interface Kinematics {
  readonly model: ArmModel;
  readonly chain: Chain;
  readonly linkNames: readonly string[];
  /** Maximum distance of the tip from {@link shoulder}, m. */
  readonly reach: number;
  /** A point on the first joint's axis from which {@link reach} is measured. */
  readonly shoulder: readonly [number, number, number];
  /** Returns the index of a link in {@link linkNames}, −1 when there is none. */
  indexOfLink(name: string): number;
  /** Computes the frame of the tip (tool0). */
  computeTip(joints: ArrayLike<number>, out?: Transform): Transform;
  computeTipPose(joints: ArrayLike<number>): Pose;
  /** Computes the frames of every link, one transform after the other in the order of {@link linkNames}. */
  computeLinks(joints: ArrayLike<number>, out?: Transform): Transform;
  /** Computes the geometric Jacobian of the tip: 6×6, row-major, rows vx vy vz wx wy wz, m/s and rad/s per rad/s. */
  computeJacobian(joints: ArrayLike<number>, out?: Float64Array): Float64Array;
  measureSingularity(joints: ArrayLike<number>): SingularityMeasure;
  /** Fast, necessary check: false if no joint angles reach the position. */
  isWithinReach(position: { readonly x: number; readonly y: number; readonly z: number }): boolean;
  isWithinLimits(joints: ArrayLike<number>): boolean;
}

export function createKinematics(model: ArmModel): Kinematics {
  const chain = compileChain(model);
  const bodies = createTransforms(bodyCount);
  const tip = createTransforms();
  const links = createTransforms(chain.linkNames.length);
  const jacobian = new Float64Array(jointCount * 6);
  const { reach, shoulder } = boundReach(chain);
  const lower = Float64Array.from(model.joints, (joint) => joint.limits.lower);
  const upper = Float64Array.from(model.joints, (joint) => joint.limits.upper);

  function computeTip(joints: ArrayLike<number>, out: Transform = tip): Transform {
    computeBodies(chain, joints, bodies);
    const tipOffset = chain.tipIndex * transformSize;
    multiplyTransforms(out, 0, bodies, jointCount * transformSize, chain.linkOffsets, tipOffset);
    return out;
  }

  function computeJacobian(joints: ArrayLike<number>, out: Float64Array = jacobian): Float64Array {
    computeTip(joints, tip);
    writeJacobian(bodies, tip, out);
    return out;
  }

  return {
    model,
    chain,
    linkNames: chain.linkNames,
    reach,
    shoulder,
    indexOfLink: (name) => chain.linkNames.indexOf(name),
    computeTip,
    computeTipPose: (joints) => poseOfTransform(computeTip(joints)),
    computeLinks(joints, out = links) {
      computeBodies(chain, joints, bodies);
      for (let index = 0; index < chain.linkBodies.length; index += 1) {
        const body = (chain.linkBodies[index] ?? 0) * transformSize;
        const at = index * transformSize;
        multiplyTransforms(out, at, bodies, body, chain.linkOffsets, at);
      }
      return out;
    },
    computeJacobian,
    measureSingularity: (joints) => measureSingularity(computeJacobian(joints), reach),
    isWithinReach({ x, y, z }) {
      return Math.hypot(x - shoulder[0], y - shoulder[1], z - shoulder[2]) <= reach + 1e-9;
    },
    isWithinLimits(joints) {
      for (let index = 0; index < jointCount; index += 1) {
        const angle = joints[index] ?? Number.NaN;
        if (!(angle >= (lower[index] ?? 0) && angle <= (upper[index] ?? 0))) return false;
      }
      return true;
    },
  };
}

/** Writes the Jacobian: columns z × (tip − origin) over z of each body. */
export function writeJacobian(bodies: Transform, tip: Transform, out: Float64Array): void {
  const x = tip[3] ?? 0;
  const y = tip[7] ?? 0;
  const z = tip[11] ?? 0;
  for (let index = 0; index < jointCount; index += 1) {
    const body = (index + 1) * transformSize;
    const zx = bodies[body + 2] ?? 0;
    const zy = bodies[body + 6] ?? 0;
    const zz = bodies[body + 10] ?? 0;
    const dx = x - (bodies[body + 3] ?? 0);
    const dy = y - (bodies[body + 7] ?? 0);
    const dz = z - (bodies[body + 11] ?? 0);
    out[index] = zy * dz - zz * dy;
    out[index + 6] = zz * dx - zx * dz;
    out[index + 12] = zx * dy - zy * dx;
    out[index + 18] = zx;
    out[index + 24] = zy;
    out[index + 30] = zz;
  }
}

function measureSingularity(jacobian: Float64Array, reach: number): SingularityMeasure {
  const scaled = jacobian.map((value, index) => (index < 18 ? value / reach : value));
  const values = singularValues6(scaled);
  const largest = Math.max(...values);
  const smallest = Math.min(...values);
  return {
    smallestSingularValue: smallest,
    inverseCondition: largest === 0 ? 0 : smallest / largest,
    manipulability: values.reduce((product, value) => product * value, 1),
  };
}

/** Bounds the tip's distance from a point on the first axis by the lengths from joint to joint. */
function boundReach(chain: Chain): { reach: number; shoulder: [number, number, number] } {
  const { steps } = chain;
  const length = (transforms: Transform, at: number): number =>
    Math.hypot(transforms[at + 3] ?? 0, transforms[at + 7] ?? 0, transforms[at + 11] ?? 0);
  // The projection of the second joint onto the first axis never moves, so the height up to there does not add to the
  // reach.
  const height = steps[transformSize + 11] ?? 0;
  const shoulder: [number, number, number] = [
    (steps[3] ?? 0) + (steps[2] ?? 0) * height,
    (steps[7] ?? 0) + (steps[6] ?? 0) * height,
    (steps[11] ?? 0) + (steps[10] ?? 0) * height,
  ];
  let reach = Math.hypot(steps[transformSize + 3] ?? 0, steps[transformSize + 7] ?? 0);
  for (let index = 2; index < jointCount; index += 1) reach += length(steps, index * transformSize);
  reach += length(chain.linkOffsets, chain.tipIndex * transformSize);
  return { reach, shoulder };
}
