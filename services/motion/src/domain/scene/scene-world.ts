import { defaultFloor } from '@cellwright/arm';
import { type PlacedShape, placePrimitive, type Shape } from '@cellwright/collision';
import type { Obstacle, ObstacleShape, PlanningScene } from '@cellwright/domain';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import type { ArmContext } from '../arm-context.ts';
import { readStl } from './read-stl.ts';

/** Apart from the stand and the floor, whatever an obstacle is called. */
const prefix = 'scene/';

/** The name of a scene's obstacle by its name in the collision world; undefined for everything else. */
export function obstacleNameOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** What of which scene stands in the collision world of an arm. */
const applied = new WeakMap<ArmContext, ReadonlyMap<string, Obstacle>>();

/**
 * Brings the collision world of an arm to a scene, touching only the obstacles that differ. Obstacles whose shape
 * cannot be used are named in the answer: the planner has to refuse then, since the arm might run into them.
 */
export function applyScene(arm: ArmContext, scene: PlanningScene | undefined): readonly string[] {
  const { world } = arm.checker;
  const before = applied.get(arm) ?? new Map<string, Obstacle>();
  const fromWorld = scene?.base ? invertPose(scene.base) : undefined;
  // The collision world is seen from the base, the scene from the world.
  const place = (obstacle: Obstacle) =>
    fromWorld ? { ...obstacle, pose: composePoses(fromWorld, obstacle.pose) } : obstacle;
  world.moveObstacle(defaultFloor.name, composePoses(fromWorld ?? identityPose, placePrimitive(defaultFloor).pose));
  const after = new Map((scene?.obstacles ?? []).map((obstacle) => [obstacle.name, place(obstacle)]));
  const refused: string[] = [];
  for (const [name, obstacle] of before) {
    const next = after.get(name);
    const stays = next && isSameShape(next.shape, obstacle.shape) && world.moveObstacle(prefix + name, next.pose);
    if (!stays) world.removeObstacle(prefix + name);
  }
  for (const [name, obstacle] of after) {
    if (world.getObstacle(prefix + name)) continue;
    const placed = placeObstacle(obstacle);
    const result = placed && world.addObstacle(prefix + name, placed);
    if (!result || result.kind === 'refused') refused.push(name);
  }
  applied.set(arm, after);
  return refused;
}

function isSameShape(a: ObstacleShape, b: ObstacleShape): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function placeObstacle({ shape, pose }: Obstacle): PlacedShape | undefined {
  const solid = toShape(shape);
  return solid && { shape: solid, pose };
}

function toShape(shape: ObstacleShape): Shape | undefined {
  if (shape.kind !== 'mesh') return shape;
  const mesh = readStl(shape.stl);
  return mesh && { kind: 'mesh', ...mesh };
}
