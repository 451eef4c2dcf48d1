import { type ArmModel, jointLimitsOf } from '@cellwright/arm';
import type { JointLimits } from '@cellwright/trajectory';

/** The arm data that its controller needs: limits in rad, rad/s, rad/s², rad/s³, six of each. */
export interface ArmSetup {
  readonly name: string;
  readonly model: ArmModel;
  readonly limits: Required<JointLimits>;
  /** Decelerations of every stop, rad/s². */
  readonly stopDecelerations: readonly number[];
  /** Joint positions of the simulated arm at start. */
  readonly startPositions: readonly number[];
}

export function armSetupOf(model: ArmModel, startPositions: readonly number[]): ArmSetup {
  const limits = jointLimitsOf(model);
  return {
    name: model.name,
    model,
    limits,
    stopDecelerations: model.motionLimits.stopDeceleration,
    startPositions: startPositions.map((position, joint) =>
      Math.min(Math.max(position, limits.lower[joint] ?? position), limits.upper[joint] ?? position),
    ),
  };
}
