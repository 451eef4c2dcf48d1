import { defaultFloor } from '@cellwright/arm';
import { isSameShape, type Obstacle, type PlanningScene } from '@cellwright/domain';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import type { CollisionWorld } from '../collision-world.ts';
import { placePrimitive } from '../self-collision.ts';
import type { PlacedShape } from '../shapes.ts';
import { readStl } from './read-stl.ts';

/** Apart from the stand and the floor, whatever an obstacle is called. */
const prefix = 'scene/';

/** The name of a scene's obstacle by its name in the collision world; undefined for everything else. */
export function obstacleNameOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** What of which scene stands in a collision world. */
const applied = new WeakMap<CollisionWorld, ReadonlyMap<string, Obstacle>>();

/**
 * Brings a collision world to a scene, touching only the obstacles that differ. Obstacles whose shape cannot be used are
 * named in the answer: whoever moves the arm has to refuse then, since it might run into them.
 */
export function applyScene(
  world: CollisionWorld,
  scene: Pick<PlanningScene, 'obstacles' | 'base'> | undefined,
  place: (obstacle: Obstacle) => PlacedShape | undefined = placeObstacle,
): readonly string[] {
  const before = applied.get(world) ?? new Map<string, Obstacle>();
  const fromWorld = scene?.base && invertPose(scene.base);
  // The collision world is seen from the base of the arm, the scene from the world.
  const seen = (obstacle: Obstacle) =>
    fromWorld ? { ...obstacle, pose: composePoses(fromWorld, obstacle.pose) } : obstacle;
  world.moveObstacle(defaultFloor.name, composePoses(fromWorld ?? identityPose, placePrimitive(defaultFloor).pose));
  const after = new Map((scene?.obstacles ?? []).map((obstacle) => [obstacle.name, seen(obstacle)]));
  const refused: string[] = [];
  for (const [name, obstacle] of before) {
    const next = after.get(name);
    const stays = next && isSameShape(next.shape, obstacle.shape) && world.moveObstacle(prefix + name, next.pose);
    if (!stays) world.removeObstacle(prefix + name);
  }
  for (const [name, obstacle] of after) {
    if (world.getObstacle(prefix + name)) continue;
    const placed = place(obstacle);
    const result = placed && world.addObstacle(prefix + name, placed);
    if (!result || result.kind === 'refused') refused.push(name);
  }
  applied.set(world, after);
  return refused;
}

/** The solid of an obstacle where it stands; undefined when its mesh is not what its header says. */
export function placeObstacle({ shape, pose }: Obstacle): PlacedShape | undefined {
  if (shape.kind !== 'mesh') return { shape, pose };
  const mesh = readStl(shape.stl, shape.scale);
  return mesh && { shape: { kind: 'mesh', ...mesh }, pose };
}
