import { type ArmModel, createKinematics, jointLimitsOf, type Kinematics, readyJoints } from '@cellwright/arm';
import {
  type Attachment,
  createRandom,
  createSelfCollisionChecker,
  describeBody,
  type SelfCollisionChecker,
} from '@cellwright/collision';
import { identityPose } from '@cellwright/geometry';
import { type ArmSetup, armSetupOf } from './domain/arm-setup.ts';

/** Usual home postures of other manufacturers' arms, rad. */
const usualPostures: readonly (readonly number[])[] = [
  readyJoints,
  [0, -Math.PI / 2, Math.PI / 2, -Math.PI / 2, -Math.PI / 2, 0],
  [0, -Math.PI / 2, 0, -Math.PI / 2, 0, 0],
  [0, 0, -Math.PI / 2, 0, -Math.PI / 2, 0],
  [0, 0, Math.PI / 2, 0, Math.PI / 2, 0],
  [0, -Math.PI / 2, Math.PI / 2, 0, Math.PI / 2, 0],
];
/** Minimum clearance at the start, m, and minimum manipulability as computed by the kinematics. */
const wantedClearance = 0.01;
const leastManipulability = 0.05;
/** Clearance that every move keeps, m: an arm that starts closer to an obstacle cannot move. */
const minClearance = 0.001;
/** Size of the space kept free for a tool ahead of the flange, m: as large as the gripper that a new cell has. */
const toolSize = [0.15, 0.15, 0.2] as const;
/** Number of random postures tried: first near the middle of the joint ranges, then anywhere in them. */
const tries = { middle: 200, anywhere: 2000 };
/** Number of random changes of the best posture that increase its clearance, and their initial size, rad. */
const improvements = { count: 600, step: 0.5 };

/** Receives a sentence for the log. */
export type OnNote = (note: string, level: 'info' | 'warn') => void;

interface Start {
  readonly joints: readonly number[];
  readonly clearance: number;
}

/**
 * Returns the arm as the controller simulates it. It starts in the ready pose, or in a posture without collisions for
 * arms of other geometry, with space for a tool if possible. `onNote` receives the pairs that are not checked, the
 * chosen posture, and the problem when no posture is free of collisions.
 */
export function setUpArm(model: ArmModel, onNote: OnNote = () => undefined): ArmSetup {
  const checker = createSelfCollisionChecker(model);
  if (checker.ignoredPairs.length > 0) onNote(describeIgnored(checker), 'info');
  const { joints, clearance } = chooseStart(model, checker);
  if (joints !== readyJoints) onNote(describeStart(checker, joints, clearance), 'warn');
  return armSetupOf(model, joints);
}

function chooseStart(model: ArmModel, checker: SelfCollisionChecker): Start {
  const tool = describeUsualTool(model);
  if (checker.attach(tool).kind !== 'attached') return findStart(model, checker);
  const { joints, clearance } = findStart(model, checker);
  checker.detach(tool.name);
  if (clearance <= minClearance) return findStart(model, checker);
  return { joints, clearance: checker.measureClearance(joints) };
}

function describeUsualTool({ tip }: ArmModel): Attachment {
  const [, , depth] = toolSize;
  const pose = { ...identityPose, z: depth / 2 };
  return { name: 'space for a tool', link: tip, parts: [{ shape: { kind: 'box', size: toolSize }, pose }] };
}

function findStart(model: ArmModel, checker: SelfCollisionChecker): Start {
  const kinematics = createKinematics(model);
  let best: Start | undefined;
  for (const joints of listPostures(model)) {
    if (!isUsable(kinematics, joints)) continue;
    const clearance = checker.measureClearance(joints);
    if (clearance > wantedClearance) return { joints, clearance };
    if (!best || clearance > best.clearance) best = { joints, clearance };
  }
  return best
    ? getClear(checker, kinematics, best)
    : { joints: readyJoints, clearance: checker.measureClearance(readyJoints) };
}

function isUsable(kinematics: Kinematics, joints: readonly number[]): boolean {
  return (
    kinematics.isWithinLimits(joints) &&
    kinematics.measureSingularity(joints).smallestSingularValue > leastManipulability
  );
}

function* listPostures(model: ArmModel): Generator<readonly number[]> {
  const { lower, upper } = jointLimitsOf(model);
  const random = createRandom(1);
  const within = (margin: number) =>
    lower.map((low, joint) => low + ((upper[joint] ?? low) - low) * (margin + (1 - 2 * margin) * random.next()));
  yield* usualPostures;
  for (let count = 0; count < tries.middle; count += 1) yield within(0.3);
  for (let count = 0; count < tries.anywhere; count += 1) yield within(0.02);
}

/** Changes a posture at random as long as its smallest clearance grows. */
function getClear(checker: SelfCollisionChecker, kinematics: Kinematics, from: Start): Start {
  const random = createRandom(2);
  let best = from;
  for (let count = 0; count < improvements.count && best.clearance <= wantedClearance; count += 1) {
    const step = improvements.step * (1 - count / improvements.count);
    const joints = best.joints.map((angle) => angle + step * (2 * random.next() - 1));
    if (!isUsable(kinematics, joints)) continue;
    const clearance = checker.measureClearance(joints);
    if (clearance > best.clearance) best = { joints, clearance };
  }
  return best;
}

function describeIgnored({ ignoredPairs }: SelfCollisionChecker): string {
  const pairs = ignoredPairs.map(([one, other]) => `${describeBody(one)} and ${describeBody(other)}`);
  return `These touch in every posture and are not checked against each other: ${pairs.join('; ')}`;
}

function describeStart(checker: SelfCollisionChecker, joints: readonly number[], clearance: number): string {
  const angles = joints.map((angle) => angle.toFixed(3)).join(', ');
  const start = `The simulated arm starts at (${angles}) rad instead of its ready pose`;
  const { pair } = checker.world.measureClearance(joints);
  const things = pair ? `${describeBody(pair.link)} and ${describeBody(pair.other)}` : 'its links';
  if (clearance > wantedClearance) return `${start}, a collision-free pose`;
  if (clearance > minClearance)
    return `${start}: no posture has more than ${(clearance * 1000).toFixed(1)} mm between ${things}`;
  return `${start}: in every posture that was tried ${things} overlap, here by ${(-clearance * 1000).toFixed(1)} mm, so no planned move is possible. Check the collision shapes of the arm`;
}
