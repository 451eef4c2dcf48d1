import type { Failure } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import type { Pose } from '@cellwright/geometry';
import type { ArmPlace } from '../../parts/arm-view/arm-view-props.ts';
import { argsOf } from '../../parts/step-index.ts';
import { targetOf } from '../../parts/target-of.ts';

interface Scene {
  readonly routine: Pick<Routine, 'stepConfigurations'> | undefined;
  /** Space items of the routine and of the cell, at their current poses. */
  readonly items: readonly SpaceItem[];
  /** Pose of the arm's base in the world. */
  readonly base: Pose;
  /** Joint angles at the failure, rad. */
  readonly joints: readonly number[] | undefined;
  /** Returns the pose of the tool for joint angles. */
  poseOf(joints: readonly number[]): Pose;
}

/**
 * Returns the place of a failure with the number of its step: the target of that step, or the pose of the tool.
 * Undefined without a step, and while neither is known.
 */
export function findFailurePlace(
  failure: Failure,
  { routine, items, base, joints, poseOf }: Scene,
): ArmPlace | undefined {
  const { stepID, stepPath: name } = failure;
  if (stepID === undefined || name === undefined) return undefined;
  const target = routine && targetOf(argsOf(routine, stepID), items, base);
  const reached = target?.jointAngles ?? joints;
  const pose = target?.pose ?? (reached && poseOf(reached));
  return pose && { id: 'failure', name, pose, isFailure: true };
}
