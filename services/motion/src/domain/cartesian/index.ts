/**
 * Motions of the TCP along lines, arcs and turns, as dense joint waypoints on one branch. Geometry only: timing and
 * collision checks come after. Metres and radians; poses of the TCP in the arm's root frame, with tool0's axes.
 */
export {
  type FollowingArm,
  type FollowOptions,
  type FollowRefusal,
  type FollowRefusalKind,
  type FollowResult,
  followPath,
  pathTolerance,
} from './follow-path.ts';
export {
  createArc,
  createLine,
  createRotation,
  type MoveFrame,
  offsetPose,
  type ToolPath,
  type ToolPathResult,
} from './tool-path.ts';
export { weaveOver } from './woven-path.ts';
