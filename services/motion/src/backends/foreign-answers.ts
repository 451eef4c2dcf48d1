import { restPoseFromTool0 } from '@cellwright/arm';
import type { ForwardKinematicsReply } from '@cellwright/domain/motion';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import type { ForwardAnswer } from '../domain/planner-backend.ts';

type ForwardResult = Omit<ForwardKinematicsReply, 'kind' | 'id'>;

/** Converts the forward kinematics of an external planner, for the TCP instead of tool0 (tool0 without a TCP). */
export function toForwardAnswer(result: ForwardResult, tcp: Pose | undefined): ForwardAnswer {
  const { pose, collisions } = result;
  return {
    pose: restPoseFromTool0(composePoses(pose, tcp ?? identityPose)),
    // Some planners do not report the colliding objects.
    collisions: result.in_collision && collisions.length === 0 ? ['something'] : collisions,
    links: [],
    isEndEffectorOutOfBounds: result.is_ee_out_of_bounds,
    isBodyOutOfBounds: result.is_body_out_of_bounds,
  };
}
