import { defaultFloor } from '@cellwright/arm';
import { isSameShape, listAvoided, type Obstacle, type PlanningScene } from '@cellwright/domain/space';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import type { CollisionWorld } from '../collision-world.ts';
import { placePrimitive } from '../self-collision.ts';
import type { PlacedShape } from '../shapes.ts';
import { readStl } from './read-stl.ts';

/** Prefix that separates obstacles of a scene from the stand and the floor. */
const prefix = 'scene/';

/** Returns the name of a scene's obstacle for its name in the collision world; undefined for other bodies. */
export function obstacleNameOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** Obstacles of the scene that were applied to each collision world. */
const applied = new WeakMap<CollisionWorld, ReadonlyMap<string, Obstacle>>();

/**
 * Updates a collision world to a scene, changing only the obstacles that differ. Returns the names of obstacles with an
 * invalid shape: motion must then be refused, since the arm might collide with them.
 */
export function applyScene(
  world: CollisionWorld,
  scene: Pick<PlanningScene, 'obstacles' | 'base'> | undefined,
  place: (obstacle: Obstacle) => PlacedShape | undefined = placeObstacle,
): readonly string[] {
  const before = applied.get(world) ?? new Map<string, Obstacle>();
  const fromWorld = scene?.base && invertPose(scene.base);
  // Poses in the collision world are relative to the base of the arm, those of the scene to the world.
  const seen = (obstacle: Obstacle) =>
    fromWorld ? { ...obstacle, pose: composePoses(fromWorld, obstacle.pose) } : obstacle;
  world.moveObstacle(defaultFloor.name, composePoses(fromWorld ?? identityPose, placePrimitive(defaultFloor).pose));
  const after = new Map(listAvoided(scene?.obstacles ?? []).map((obstacle) => [obstacle.name, seen(obstacle)]));
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

/** Returns the placed solid of an obstacle; undefined when its mesh does not match its header. */
export function placeObstacle({ shape, pose }: Obstacle): PlacedShape | undefined {
  if (shape.kind !== 'mesh') return { shape, pose };
  const mesh = readStl(shape.stl, shape.scale);
  return mesh && { shape: { kind: 'mesh', ...mesh }, pose };
}
