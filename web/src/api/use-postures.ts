import { readyJoints } from '@cellwright/arm';
import { jointAnglesSchema } from '@cellwright/domain';
import { useMemo } from 'react';
import type { Postures } from '../parts/positions/PositionNumbers.tsx';
import { robotArm } from './robot-arm.ts';
import { jointsAt } from './target-joints.ts';
import { toolPoseOf } from './tool-pose.ts';
import { useRobot, useRunner } from './use-robot.ts';

const readyAngles = jointAnglesSchema.parse(readyJoints);

/** Kinematics of the cell's arm with the tool that is on its flange. */
export function usePostures(): Postures {
  const runner = useRunner();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  return useMemo(
    () => ({
      poseOf: (joints) => toolPoseOf(joints, tcp),
      jointsOf: (pose, near) => jointsAt({ pose }, tcp, near ?? runner.frame?.q ?? readyJoints),
      begin() {
        const joints = jointAnglesSchema.safeParse(runner.frame?.q).data ?? readyAngles;
        return { jointAngles: joints, pose: toolPoseOf(joints, tcp) };
      },
      get limits() {
        return robotArm.tools.model.joints.map(({ limits }) => limits);
      },
    }),
    [runner, tcp],
  );
}
