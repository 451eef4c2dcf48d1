import { readyJoints } from '@cellwright/arm';
import { jointAnglesSchema, type Position, tcpOf, type WirePose } from '@cellwright/domain/robot';
import { useMemo } from 'react';
import type { Postures } from '../parts/positions/PositionNumbers.tsx';
import { robotArm } from './robot-arm.ts';
import { explainUnreached, jointsAt } from './target-joints.ts';
import { toolPoseOf } from './tool-pose.ts';
import { useRobot, useRunner } from './use-robot.ts';

const readyAngles = jointAnglesSchema.parse(readyJoints);

/**
 * Returns the kinematics of the cell's arm with the tool on its flange. A TCP option that this tool lacks counts as its
 * default TCP.
 */
export function usePostures(): Postures {
  const runner = useRunner();
  const tool = useRobot(({ state }) => state?.tool);
  return useMemo(() => {
    const tipOf = ({ tcpOption = 'auto' }: Pick<Position, 'tcpOption'>) => tool && (tcpOf(tool, tcpOption) ?? tool.tcp);
    return {
      poseOf: (joints, position) => toolPoseOf(joints, tipOf(position)),
      jointsOf: (pose, near, position) => jointsAt({ pose }, tipOf(position), near ?? runner.frame?.q ?? readyJoints),
      begin() {
        const joints = jointAnglesSchema.safeParse(runner.frame?.q).data ?? readyAngles;
        return { jointAngles: joints, pose: toolPoseOf(joints, tool?.tcp) };
      },
      get limits() {
        return robotArm.tools.model.joints.map(({ limits }) => limits);
      },
    };
  }, [runner, tool]);
}

/** Returns a function that explains why a pose is not reached: it is too far, or every posture is beyond a joint limit. */
export function useUnreached() {
  const tool = useRobot(({ state }) => state?.tool);
  return (pose: WirePose, near: readonly number[], { tcpOption = 'auto' }: Pick<Position, 'tcpOption'>) =>
    explainUnreached(pose, tool && (tcpOf(tool, tcpOption) ?? tool.tcp), near) ?? 'unreachable';
}
