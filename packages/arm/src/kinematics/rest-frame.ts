import { composePoses, identityPose, type Pose } from '@cellwright/geometry';

/**
 * REST tooltip in tool0: REST orientation = tool0 orientation · [[0,1,0],[0,0,1],[1,0,0]], same origin.
 * REST's x looks out of the flange as tool0's z does.
 */
const restTooltipInTool0: Pose = { ...identityPose, i: -0.5, j: -0.5, k: -0.5, w: 0.5 };
const tool0InRestTooltip: Pose = { ...identityPose, i: 0.5, j: 0.5, k: 0.5, w: 0.5 };

/** A pose of tool0 (planners, URDF, ROS) as routines, REST and stored positions write it. The base frames are the same. */
export function restPoseFromTool0(tool0: Pose): Pose {
  return composePoses(tool0, restTooltipInTool0);
}

/** A pose of the REST tooltip as planners, URDF and ROS write it. */
export function tool0PoseFromRest(rest: Pose): Pose {
  return composePoses(rest, tool0InRestTooltip);
}
