import { restPoseFromTool0 } from '@cellwright/arm';
import type { ForwardKinematicsReply } from '@cellwright/domain';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import type { ForwardAnswer } from '../domain/planner-backend.ts';

type ForwardResult = Omit<ForwardKinematicsReply, 'kind' | 'id'>;

/** What a planner elsewhere says of joint angles, of the TCP (tool0 without one) instead of tool0. */
export function toForwardAnswer(result: ForwardResult, tcp: Pose | undefined): ForwardAnswer {
  const { pose, collisions } = result;
  return {
    pose: restPoseFromTool0(composePoses(pose, tcp ?? identityPose)),
    // Not every planner says what it is that touches.
    collisions: result.in_collision && collisions.length === 0 ? ['something'] : collisions,
    isEndEffectorOutOfBounds: result.is_ee_out_of_bounds,
    isBodyOutOfBounds: result.is_body_out_of_bounds,
  };
}
