import { addObstacle, getPlanningScene, moveObstacle, removeObstacle } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { RobotKind, WirePose } from '@cellwright/domain/robot';
import type { Obstacle, ShownScene } from '@cellwright/domain/space';
import { http } from './session.ts';

/** Returns the obstacles that the planner avoids. */
export function readPlanningScene(robotKind: RobotKind, signal?: AbortSignal): Promise<ShownScene> {
  return callCell(http, getPlanningScene, { robotKind }, { signal });
}

/** Obstacles that programs added; environment objects are changed as space items. */
export const programObstacles = {
  add: (robotKind: RobotKind, { name, shape, pose, isLoose, color }: Obstacle) =>
    callCell(http, addObstacle, { robotKind, name, shape, pose, isLoose, color }),
  move: (robotKind: RobotKind, name: string, pose: WirePose) => callCell(http, moveObstacle, { robotKind, name, pose }),
  remove: (robotKind: RobotKind, name: string) => callCell(http, removeObstacle, { robotKind, name }),
};
