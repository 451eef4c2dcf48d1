import { branchJoints, copiesWithinLimits, IkFlag } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { type ArmContext, restPoseFromTcp, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from './arm-context.ts';
import { describePair } from './move/contact.ts';
import { describeLeftRange } from './move/resolve-targets.ts';
import type { ForwardAnswer, ForwardQuestion, InverseAnswer, InverseQuestion } from './planner-backend.ts';

/** Where the TCP (flange without one) is for joint angles, and what touches there. */
export function solveForward(arm: ArmContext, { joints, tcp }: ForwardQuestion): ForwardAnswer {
  const check = arm.checker.checkConfiguration(joints);
  const collisions = check.kind === 'clear' ? [] : [describePair(check.pair).replace(' would touch ', ' and ')];
  return {
    pose: restPoseFromTcp(tcpPoseOf(arm, joints, tcp ?? identityPose)),
    collisions,
    isEndEffectorOutOfBounds: false,
    isBodyOutOfBounds: describeLeftRange(arm, joints) !== undefined,
  };
}

/** Joint angles within their ranges that bring the TCP to a pose, best for the seed first; empty when there are none. */
export function solveInverse(arm: ArmContext, question: InverseQuestion): InverseAnswer[] {
  if (question.isBestOnly) return solveNearest(arm, question);
  const { pose, tcp, seed, solver } = question;
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
    .map((joints) => ({
      joints,
      inCollision: arm.checker.checkConfiguration(joints).kind !== 'clear',
      inJointLimits: true,
    }));
}

/** All that a kept-open connection is asked for, thousands of times a second. */
function solveNearest(arm: ArmContext, { pose, tcp, seed, solver }: InverseQuestion): InverseAnswer[] {
  const target = tool0PoseFor(tcpPoseFromRest(pose), tcp ?? identityPose);
  const solution = arm.inverse.solveNearest(target, seed, solver);
  if (!solution.ok) return [];
  const inCollision = arm.checker.checkConfiguration(solution.joints).kind !== 'clear';
  return [{ joints: solution.joints, inCollision, inJointLimits: true }];
}
