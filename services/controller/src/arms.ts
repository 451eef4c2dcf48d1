import { type ArmModel, createKinematics, jointLimitsOf, readyJoints } from '@cellwright/arm';
import { createRandom, createSelfCollisionChecker } from '@cellwright/collision';
import { type ArmSetup, armSetupOf } from './domain/arm-setup.ts';

/** Postures that arms of other makers are usually at home in, rad. */
const usualPostures: readonly (readonly number[])[] = [
  readyJoints,
  [0, -Math.PI / 2, Math.PI / 2, -Math.PI / 2, -Math.PI / 2, 0],
  [0, 0, -Math.PI / 2, 0, -Math.PI / 2, 0],
  [0, 0, Math.PI / 2, 0, Math.PI / 2, 0],
];
/** How far the arm starts from what it could touch, m, and from a singularity, as its kinematics measures it. */
const leastClearance = 0.01;
const leastManipulability = 0.05;

/** The arm as the controller simulates it: it starts in the ready pose, or where an arm of its build can stand freely. */
export function setUpArm(model: ArmModel): ArmSetup {
  return armSetupOf(model, chooseStart(model));
}

function chooseStart(model: ArmModel): readonly number[] {
  const { lower, upper } = jointLimitsOf(model);
  const checker = createSelfCollisionChecker(model);
  const kinematics = createKinematics(model);
  const random = createRandom(1);
  const tried = Array.from({ length: 200 }, () =>
    lower.map((low, joint) => low + ((upper[joint] ?? low) - low) * (0.3 + 0.4 * random.next())),
  );
  const isFree = (joints: readonly number[]) =>
    kinematics.isWithinLimits(joints) &&
    checker.measureClearance(joints) > leastClearance &&
    kinematics.measureSingularity(joints).smallestSingularValue > leastManipulability;
  return [...usualPostures, ...tried].find(isFree) ?? readyJoints;
}
