import { jointAnglesSchema, type Position } from '@cellwright/domain/robot';
import { findTeachingBlock } from './teaching-block.ts';
import { toolPoseOf } from './tool-pose.ts';
import { useRobot, useRunner } from './use-robot.ts';

/** Returns the current position of the arm, in the form in which it is taught. */
export function useArmPosition() {
  const runner = useRunner();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  const block = useRobot(findTeachingBlock);
  return {
    isReady: block === undefined,
    /** Reason why positions cannot be taught now. */
    block,
    /** Pose of the tool at joint angles. */
    poseOfJoints: (joints: readonly number[]) => toolPoseOf(joints, tcp),
    /** Undefined while positions cannot be taught. */
    read(): Position | undefined {
      const joints = jointAnglesSchema.safeParse(runner.frame?.q);
      if (!joints.success || findTeachingBlock(runner.status) !== undefined) return undefined;
      return { jointAngles: joints.data, pose: toolPoseOf(joints.data, tcp) };
    },
  };
}
