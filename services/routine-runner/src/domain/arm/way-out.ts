import type { ControllerState } from '@cellwright/controller-link';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { JointLimits } from '@cellwright/trajectory';

/** Rounding at a limit, rad, and at a torque, N·m. */
const slack = 1e-6;

/** Ranges of the joints, rad. */
export type JointRanges = Required<Pick<JointLimits, 'lower' | 'upper'>>;

export type ArmContact = RobotSessionState['contact'];

/** Returns the joints beyond their limits, and the joints under external load. */
export function describeContact(
  { positions, externalTorques }: Pick<ControllerState, 'positions' | 'externalTorques'>,
  { lower, upper }: JointRanges,
): ArmContact {
  const jointsBeyondLimits: number[] = [];
  const pressedJoints: number[] = [];
  // Called with every state of the controller, so it allocates nothing but the lists.
  for (let joint = 0; joint < positions.length; joint += 1) {
    const position = positions[joint] ?? 0;
    const isBelow = position < (lower[joint] ?? -Infinity) - slack;
    if (isBelow || position > (upper[joint] ?? Infinity) + slack) jointsBeyondLimits.push(joint);
  }
  for (let joint = 0; joint < externalTorques.length; joint += 1) {
    if (Math.abs(externalTorques[joint] ?? 0) > slack) pressedJoints.push(joint);
  }
  return { jointsBeyondLimits, pressedJoints };
}

export function isSameContact(one: ArmContact, other: ArmContact): boolean {
  return isSame(one.jointsBeyondLimits, other.jointsBeyondLimits) && isSame(one.pressedJoints, other.pressedJoints);
}

/** Returns the required action of the operator; undefined when the arm is free. */
export function describeTrap({ jointsBeyondLimits, pressedJoints }: ArmContact): string | undefined {
  const [beyond] = jointsBeyondLimits;
  if (beyond !== undefined) {
    return `Joint ${beyond} is beyond its limit. Guide the arm, or jog joint ${beyond} back within its limit`;
  }
  const [pressed] = pressedJoints;
  if (pressed === undefined) return undefined;
  return `An external force acts on joint ${pressed}. Jog away from it until the arm is free`;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
