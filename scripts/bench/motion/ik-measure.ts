import {
  armFromDh,
  branchJoints,
  createInverseKinematics,
  createKinematics,
  IkFlag,
  type InverseKinematics,
} from '@cellwright/arm';
import { type Pose, transformFromPose, wrapAngle } from '@cellwright/geometry';
import { poseErrorOf } from './ik-check.ts';
import { type NamedDh, type PoseItem, toDhTable } from './ik-input.ts';
import { createRandom } from './ik-poses.ts';

/** Result of the closed form (without one, of the numeric search for all branches) for one pose. */
export interface AllBranches {
  readonly solved: boolean;
  readonly branches: number;
  /** Number of branches in the poses file, if given. */
  readonly expected: number | null;
  /** Branches of the poses file, or the joint angles behind the pose, that are missing from the result. */
  readonly missing: number;
  readonly isSingular: boolean;
  /** The larger of metres and radians over all branches, by independent forward kinematics. */
  readonly worstError: number;
  readonly nanoseconds: number;
}

export interface Ours {
  readonly ik: InverseKinematics;
  readonly numeric: InverseKinematics;
  readonly targets: readonly Float64Array[];
}

export function setUp(arm: NamedDh, poses: readonly PoseItem[]): Ours {
  const built = armFromDh(toDhTable(arm));
  if (!built.ok) throw new Error(built.error);
  const kinematics = createKinematics(built.value);
  return {
    ik: createInverseKinematics(kinematics),
    numeric: createInverseKinematics(kinematics, { method: 'numeric' }),
    targets: poses.map((item) => transformFromPose(toPose(item))),
  };
}

function toPose({ pos, quat_xyzw }: PoseItem): Pose {
  const [x = 0, y = 0, z = 0] = pos;
  const [i = 0, j = 0, k = 0, w = 1] = quat_xyzw;
  return { x, y, z, i, j, k, w };
}

/** Distance below which two branches are the same, rad. */
const sameBranch = 1e-6;

/** Checks the branches of every pose; `known` are the joint angles behind each pose, if any. */
export function checkAll(
  arm: NamedDh,
  ours: Ours,
  poses: readonly (PoseItem & { readonly joints?: readonly number[] })[],
): Omit<AllBranches, 'nanoseconds'>[] {
  return poses.map((item, index) => {
    const found = ours.ik.solveAll(ours.targets[index] ?? new Float64Array(12), item.joints);
    const branches = Array.from({ length: found.count }, (_, branch) => branchJoints(found, branch));
    const singular = IkFlag.shoulderSingular + IkFlag.elbowSingular + IkFlag.wristSingular;
    const isSingular = found.flags.subarray(0, found.count).some((flags) => (flags & singular) !== 0);
    const expected = typeof item.branches === 'object' ? item.branches : [];
    const wanted = item.joints === undefined || isSingular ? expected : [...expected, item.joints];
    const worstError = branches.reduce((worst, joints) => Math.max(worst, poseErrorOf(arm, joints, item)), 0);
    return {
      solved: branches.length > 0 && worstError < 1e-9,
      branches: branches.length,
      expected: typeof item.branches === 'number' ? item.branches : expected.length > 0 ? expected.length : null,
      missing: wanted.filter((joints) => !contains(branches, joints)).length,
      isSingular,
      worstError,
    };
  });
}

function contains(branches: readonly (readonly number[])[], joints: readonly number[]): boolean {
  return branches.some((branch) =>
    branch.every((angle, index) => Math.abs(wrapAngle(angle - (joints[index] ?? Number.NaN))) < sameBranch),
  );
}

/** Measures nanoseconds per pose for all branches: one pass over all poses, each timed separately. */
export function timeAll({ ik, targets }: Ours): number[] {
  return targets.map((target) => {
    const start = process.hrtime.bigint();
    ik.solveAll(target);
    return Number(process.hrtime.bigint() - start);
  });
}

/** Measures nanoseconds per pose of the solver alone: all poses in one run. */
export function timePass({ ik, targets }: Ours): number {
  const start = process.hrtime.bigint();
  for (const target of targets) ik.solveAll(target);
  return Number(process.hrtime.bigint() - start) / targets.length;
}

/** One numeric solution within limits per pose, from random seeds. */
export interface NumericPass {
  readonly nanoseconds: readonly number[];
  readonly within: readonly number[];
  readonly worstError: number;
}

export function timeNumeric(arm: NamedDh, { numeric }: Ours, poses: readonly PoseItem[], seed: number): NumericPass {
  const random = createRandom(seed);
  const nanoseconds: number[] = [];
  const within: number[] = [];
  let worstError = 0;
  for (const item of poses) {
    const pose = toPose(item);
    const start = arm.lower.map((lower, index) => lower + ((arm.upper[index] ?? 0) - lower) * random());
    const begin = process.hrtime.bigint();
    const result = numeric.solveNearest(pose, start);
    nanoseconds.push(Number(process.hrtime.bigint() - begin));
    within.push(result.ok ? 1 : 0);
    if (result.ok) worstError = Math.max(worstError, poseErrorOf(arm, result.joints, item));
  }
  return { nanoseconds, within, worstError };
}
