import { branchJoints, copiesWithinLimits, IkFlag } from '@cellwright/arm';
import { identityPose, type Pose } from '@cellwright/geometry';
import { type ArmContext, restPoseFromTcp, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from './arm-context.ts';

export interface ForwardAnswer {
  /** REST base → REST tooltip of the TCP. */
  readonly pose: Pose;
  readonly collisions: readonly string[];
}

export interface InverseAnswer {
  readonly joints: readonly number[];
  readonly inCollision: boolean;
}

/** Where the TCP (flange without one) is for joint angles, and what touches there. */
export function solveForward(arm: ArmContext, joints: readonly number[], tcp: Pose = identityPose): ForwardAnswer {
  const check = arm.checker.checkConfiguration(joints);
  const collisions = check.kind === 'clear' ? [] : [`${check.pair.link} and ${check.pair.other}`];
  return { pose: restPoseFromTcp(tcpPoseOf(arm, joints, tcp)), collisions };
}

/** Joint angles within their ranges that bring the TCP to a pose, best for the seed first; empty when there are none. */
export function solveInverse(
  arm: ArmContext,
  pose: Pose,
  tcp: Pose | undefined,
  seed: readonly number[],
  solver: 'speed' | 'distance',
): InverseAnswer[] {
  const target = tool0PoseFor(tcpPoseFromRest(pose), tcp ?? identityPose);
  const solutions = arm.inverse.solveAllForPose(target, seed);
  const weights = solver === 'speed' ? arm.limits.velocity : arm.limits.velocity.map(() => 1);
  const cost = (joints: readonly number[]) =>
    Math.max(...joints.map((angle, joint) => Math.abs(angle - (seed[joint] ?? 0)) / (weights[joint] ?? 1)));
  const found: (readonly number[])[] = [];
  for (let index = 0; index < solutions.count; index++) {
    if (((solutions.flags[index] ?? 0) & IkFlag.outOfLimits) !== 0) continue;
    const copies = [...copiesWithinLimits(branchJoints(solutions, index), arm.inverse.bounds)].map((copy) => [...copy]);
    copies.sort((a, b) => cost(a) - cost(b));
    if (copies[0]) found.push(copies[0]);
  }
  return found
    .sort((a, b) => cost(a) - cost(b))
    .map((joints) => ({ joints, inCollision: arm.checker.checkConfiguration(joints).kind !== 'clear' }));
}
