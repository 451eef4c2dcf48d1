import { type Obstacle, type RobotKind, type ShownScene, shownSceneSchema, type WirePose } from '@cellwright/domain';
import * as z from 'zod';
import { http } from './session.ts';

const root = '/api/v1/cell/planning-scene';
const changed = z.object({ revision: z.number() });
const at = (name: string) => `${root}/obstacles/${encodeURIComponent(name)}`;

/** What the planner keeps the arm clear of. */
export function readPlanningScene(robotKind: RobotKind, signal?: AbortSignal): Promise<ShownScene> {
  return http.request('GET', root, { schema: shownSceneSchema, query: { robotKind }, signal });
}

/** Obstacles that programs added; environment objects are changed as the space items that they are. */
export const programObstacles = {
  add: (robotKind: RobotKind, obstacle: Obstacle) =>
    http.request('POST', `${root}/obstacles`, { schema: changed, query: { robotKind }, body: obstacle }),
  move: (robotKind: RobotKind, name: string, pose: WirePose) =>
    http.request('PATCH', at(name), { schema: changed, query: { robotKind }, body: { pose } }),
  remove: (robotKind: RobotKind, name: string) =>
    http.request('DELETE', at(name), { schema: changed, query: { robotKind } }),
};
