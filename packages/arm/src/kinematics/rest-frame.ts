import { composePoses, identityPose, type Pose } from '@cellwright/geometry';

/**
 * REST tooltip in tool0: REST orientation = tool0 orientation · [[0,1,0],[0,0,1],[1,0,0]], same origin. REST's x points
 * out of the flange, as does tool0's z.
 */
const restTooltipInTool0: Pose = { ...identityPose, i: -0.5, j: -0.5, k: -0.5, w: 0.5 };
const tool0InRestTooltip: Pose = { ...identityPose, i: 0.5, j: 0.5, k: 0.5, w: 0.5 };

/**
 * Converts a pose of tool0 (planners, URDF, ROS) to the form used by routines, REST and stored positions. The base
 * frames are the same.
 */
export function restPoseFromTool0(tool0: Pose): Pose {
  return composePoses(tool0, restTooltipInTool0);
}

/** Converts a pose of the REST tooltip to the form used by planners, URDF and ROS. */
export function tool0PoseFromRest(rest: Pose): Pose {
  return composePoses(rest, tool0InRestTooltip);
}
