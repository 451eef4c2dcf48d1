import {
  branchJoints,
  copiesWithinLimits,
  costOfMove,
  defaultFloor,
  IkFlag,
  type IkSolutions,
  type SolverType,
} from '@cellwright/arm';
import type { Contact, NamedPair } from '@cellwright/collision';
import { identityPose, type Pose, relativePose } from '@cellwright/geometry';
import { type ArmContext, restPoseFromTcp, tcpPoseFromRest, tcpPoseOf, tool0PoseFor } from './arm-context.ts';
import { describePair, mountTool, toolName } from './move/contact.ts';
import { explainLeftRange } from './move/resolve-targets.ts';
import type { ForwardAnswer, ForwardQuestion, InverseAnswer, InverseQuestion } from './planner-backend.ts';
import { toolOfScene } from './scene/tool-of-scene.ts';

/**
 * Returns the pose of the TCP (flange without one) for joint angles, and all contacts there. The body is out of bounds
 * when a joint is beyond its range or a link is in the floor; the end effector, when its point or its tool is in the
 * floor.
 */
export function solveForward(arm: ArmContext, question: ForwardQuestion): ForwardAnswer {
  const { joints, tcp } = question;
  const contacts = listContacts(arm, question);
  const inFloor = contacts.filter(({ pair }) => pair.other === defaultFloor.name).map(({ pair }) => pair.link);
  const point = tcpPoseOf(arm, joints, tcp ?? identityPose);
  return {
    pose: restPoseFromTcp(point),
    collisions: contacts.map(({ pair }) => describePair(pair).replace(' would touch ', ' and ')),
    links: [...new Set(contacts.flatMap(({ pair }) => linksOf(pair)))],
    isEndEffectorOutOfBounds: inFloor.includes(toolName) || isUnderFloor(arm, point),
    isBodyOutOfBounds: explainLeftRange(arm, joints) !== undefined || inFloor.some((link) => link !== toolName),
  };
}

/** Mounts the tool of a question for its check only; a known tool is mounted at once. */
function listContacts(arm: ArmContext, { joints, toolBoxes, scene }: ForwardQuestion): readonly Contact[] {
  const { world } = arm.checker;
  if (toolBoxes) mountTool(arm, { tcp: identityPose, boxes: toolBoxes });
  const contacts = world.checkConfiguration(joints).kind === 'clear' ? [] : world.listContacts(joints);
  if (toolBoxes) mountTool(arm, toolOfScene(scene));
  return contacts;
}

function linksOf({ link, other, otherKind }: NamedPair): readonly string[] {
  return otherKind === 'link' ? [link, other] : [link];
}

function isUnderFloor({ checker }: ArmContext, point: Pose): boolean {
  const floor = checker.world.getObstacle(defaultFloor.name);
  return floor !== undefined && relativePose(floor.pose, point).z < 0;
}

/**
 * Returns joint angles that bring the TCP to a pose, best for the seed first; empty when the pose is out of reach.
 * Postures beyond the limits of the joints come last, and are marked.
 */
export function solveInverse(arm: ArmContext, question: InverseQuestion): InverseAnswer[] {
  if (question.isBestOnly) return solveNearest(arm, question);
  const { pose, tcp, seed, solver } = question;
  const solutions = arm.inverse.solveAllForPose(tool0PoseFor(tcpPoseFromRest(pose), tcp ?? identityPose), seed);
  return listBranches(arm, solutions, seed, solver).map((branch) => answerOf(arm, branch));
}

/** Returns the nearest solution only, for persistent connections with thousands of requests a second. */
function solveNearest(arm: ArmContext, { pose, tcp, seed, solver }: InverseQuestion): InverseAnswer[] {
  const target = tool0PoseFor(tcpPoseFromRest(pose), tcp ?? identityPose);
  const solution = arm.inverse.solveNearest(target, seed, solver);
  if (solution.ok) return [answerOf(arm, { joints: solution.joints, inJointLimits: true })];
  if (solution.kind !== 'out_of_limits') return [];
  const [nearest] = listBranches(arm, arm.inverse.solveAllForPose(target, seed), seed, solver);
  return nearest ? [answerOf(arm, nearest)] : [];
}

interface Branch {
  readonly joints: readonly number[];
  readonly inJointLimits: boolean;
}

/** Returns the best copy of every branch, those within the limits first. */
function listBranches(arm: ArmContext, solutions: IkSolutions, seed: readonly number[], solver: SolverType): Branch[] {
  const cost = (joints: readonly number[]) => costOfMove(solver, arm.limits.velocity, seed, joints);
  const branches: Branch[] = [];
  for (let index = 0; index < solutions.count; index++) {
    const joints = branchJoints(solutions, index);
    const inJointLimits = ((solutions.flags[index] ?? 0) & IkFlag.outOfLimits) === 0;
    const copies = inJointLimits ? [...copiesWithinLimits(joints, arm.inverse.bounds)].map((copy) => [...copy]) : [];
    copies.sort((a, b) => cost(a) - cost(b));
    branches.push({ joints: copies[0] ?? joints, inJointLimits });
  }
  return branches.sort((a, b) => Number(b.inJointLimits) - Number(a.inJointLimits) || cost(a.joints) - cost(b.joints));
}

function answerOf(arm: ArmContext, { joints, inJointLimits }: Branch): InverseAnswer {
  return { joints, inCollision: arm.checker.checkConfiguration(joints).kind !== 'clear', inJointLimits };
}
