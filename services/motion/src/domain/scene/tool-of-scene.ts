import type { PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import type { MoveTool } from '../move/request.ts';

/** Returns the end effector of a scene for planning; its TCP is the flange, since the planner socket uses tool0. */
export function toolOfScene(scene: PlanningScene | undefined): MoveTool {
  const boxes = scene?.endEffector?.collisionBoxes ?? [];
  return { tcp: identityPose, boxes: boxes.map(({ pose, size }) => ({ pose, size })) };
}
