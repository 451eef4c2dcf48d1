import { jointAnglesSchema, type Position } from '@cellwright/domain';
import { toolPoseOf } from './tool-pose.ts';
import { useRobot, useRunner } from './use-robot.ts';

/** Where the arm stands, as it is taught; undefined while it does not say. */
export function useArmPosition() {
  const runner = useRunner();
  const { tcp, isStale } = useRobot(({ state, isStale }) => ({ tcp: state?.tool.tcp, isStale }));
  return {
    isReady: !isStale,
    /** Pose of the tool at joint angles. */
    poseOfJoints: (joints: readonly number[]) => toolPoseOf(joints, tcp),
    read(): Position | undefined {
      const joints = jointAnglesSchema.safeParse(runner.frame?.q);
      if (!joints.success || runner.status.isStale) return undefined;
      return { jointAngles: joints.data, pose: toolPoseOf(joints.data, tcp) };
    },
  };
}
