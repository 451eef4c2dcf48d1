import type { Result, Vec3 } from '@cellwright/geometry';
import type { ArmModel, ArmMotionLimits, FixedFrame, JointModel, JointRange, Origin } from './arm-model.ts';
import { jointCount } from './arm-model.ts';
import { defaultMotionLimits } from './motion-limits.ts';

/**
 * Standard Denavit–Hartenberg parameters of six joints, metres and radians. Link i turns by
 * Rz(q + theta)·Tz(d)·Tx(a)·Rx(alpha); `theta` is the angle of the zero position and defaults to 0.
 */
export interface DhTable {
  readonly name?: string;
  readonly a: readonly number[];
  readonly d: readonly number[];
  readonly alpha: readonly number[];
  readonly theta?: readonly number[];
  /** Defaults to ±2π, 3.14 rad/s and 150 N·m. */
  readonly limits?: readonly JointRange[];
  readonly motionLimits?: ArmMotionLimits;
}

const defaultRange: JointRange = { lower: -2 * Math.PI, upper: 2 * Math.PI, velocity: Math.PI, effort: 150 };

/**
 * Builds an arm from its DH table, with links base_link, link_1 … link_6, tool0. The error is a sentence about the
 * table.
 */
export function armFromDh(table: DhTable): Result<ArmModel, string> {
  const columns = { a: table.a, d: table.d, alpha: table.alpha, ...(table.theta ? { theta: table.theta } : {}) };
  for (const [name, values] of Object.entries(columns)) {
    if (values.length !== jointCount || !values.every(Number.isFinite)) {
      return { ok: false, error: `Column ${name} of the DH table must be six finite numbers` };
    }
  }
  if (table.limits !== undefined && table.limits.length !== jointCount) {
    return { ok: false, error: 'A DH table needs limits for all six joints or none' };
  }
  return { ok: true, value: buildModel(table) };
}

function buildModel(table: DhTable): ArmModel {
  const joints = Array.from({ length: jointCount }, (_, index): JointModel => {
    return {
      name: `joint_${index + 1}`,
      parent: index === 0 ? 'base_link' : `link_${index}`,
      child: `link_${index + 1}`,
      origin: index === 0 ? { xyz: [0, 0, 0], rpy: [0, 0, 0] } : originAfterJoint(table, index - 1),
      axis: [0, 0, 1],
      limits: table.limits?.[index] ?? defaultRange,
    };
  });
  const tool: FixedFrame = {
    name: 'tool0_joint',
    parent: `link_${jointCount}`,
    child: 'tool0',
    origin: originAfterJoint(table, jointCount - 1),
  };
  const names = ['base_link', ...joints.map((joint) => joint.child), 'tool0'];
  return {
    name: table.name ?? 'arm',
    root: 'base_link',
    tip: 'tool0',
    joints,
    fixedFrames: [tool],
    links: names.map((name) => ({ name, collision: [] })),
    motionLimits: table.motionLimits ?? defaultMotionLimits(joints),
  };
}

/** Returns Rz(theta)·Tz(d)·Tx(a)·Rx(alpha) as an origin: the transform between one joint's rotation and the next. */
function originAfterJoint(table: DhTable, index: number): Origin {
  const theta = table.theta?.[index] ?? 0;
  const a = table.a[index] ?? 0;
  // Adding 0 turns −0 into 0.
  const xyz: Vec3 = [a * Math.cos(theta) + 0, a * Math.sin(theta) + 0, (table.d[index] ?? 0) + 0];
  return { xyz, rpy: [table.alpha[index] ?? 0, 0, theta] };
}
