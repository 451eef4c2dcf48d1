import * as z from 'zod';
import { palletMessages } from './pallet/pallet-messages.ts';
import { poseSchema } from './position.ts';
import { lengthSchema as length, primitiveShapes, sizeSchema as size } from './primitive-shape.ts';
import { payloadMassRange, type RobotKind, robotKindSchema } from './robot.ts';
import { sceneLimits } from './scene-limits.ts';
import { schemaMessages as messages } from './schema-messages.ts';
import { isUnaddressable } from './text.ts';
import { palletBoxRefSchema } from './visualization.ts';

const coordinates = z.array(z.number().min(-1000).max(1000));
/** Farther away nothing is met, and distances lose their last digits. */
export const placeSchema = poseSchema.refine(({ x, y, z }) => [x, y, z].every((value) => Math.abs(value) <= 1000), {
  message: 'A place is at most 1000 m away',
});
const nameSchema = z.string().min(1, 'An obstacle needs a name').max(128, 'A name has at most 128 characters');

/** Binary STL as base64: 80 bytes of header, the number of triangles, 50 bytes for each. */
export const binaryStlSchema = z.string().superRefine((text, context) => {
  const count = countStlTriangles(text);
  if (count === undefined) context.addIssue({ code: 'custom', message: 'Not a binary STL mesh in base64' });
  else if (count > sceneLimits.triangles)
    context.addIssue({ code: 'custom', message: messages.meshTooLarge(count, sceneLimits.triangles) });
  else if (Math.floor((text.length * 3) / 4) < 84 + 50 * count)
    context.addIssue({ code: 'custom', message: 'The STL mesh breaks off before its last triangle' });
});

/** Metres for one unit of a mesh. */
const meshScale = z
  .number()
  .positive('A scale is above 0')
  .max(1000, 'A scale is at most 1000')
  .optional()
  .describe('Metres for one unit of the mesh. Default 1');

/**
 * A solid in its own frame, metres. Boxes have full edge lengths; cylinders and capsules lie along z and are centred,
 * a capsule's `length` is between the centres of its caps; `convex` is the hull of points x0 y0 z0 x1 …
 */
export const obstacleShapeSchema = z.discriminatedUnion('kind', [
  ...primitiveShapes,
  z.object({ kind: z.literal('capsule'), radius: length, length }),
  z.object({ kind: z.literal('convex'), vertices: coordinates.min(12).max(3 * sceneLimits.hullVertices) }),
  z.object({ kind: z.literal('mesh'), stl: binaryStlSchema, scale: meshScale }),
]);
export type ObstacleShape = z.infer<typeof obstacleShapeSchema>;

/** Something the arm has to keep clear of; its pose is of its own frame, in the world frame. */
export const obstacleSchema = z.object({
  name: nameSchema,
  shape: obstacleShapeSchema,
  pose: placeSchema,
  /** The environment object that it stands for; changed there, and left alone by programs. */
  spaceItemID: z.string().optional(),
  /** The box on a pallet that it stands for; shown and hidden by UpdateVisualization steps, removed by people. */
  palletBox: palletBoxRefSchema.optional(),
});
export type Obstacle = z.infer<typeof obstacleSchema>;
/** What a program adds stands for no space item and no box. */
export const addedObstacleSchema = obstacleSchema.omit({ spaceItemID: true, palletBox: true }).extend({
  name: nameSchema.refine((name) => !isUnaddressable(name), 'No address can carry this name. Choose another'),
});

/** A box by the pose of its centre in the tool0 frame and its full edge lengths, metres. */
export const collisionBoxSchema = z.object({ pose: placeSchema, size });

export const endEffectorSchema = z.object({
  name: z.string().min(1).max(128),
  collisionBoxes: z.array(collisionBoxSchema).max(sceneLimits.boxes),
  /** kg */
  weight: z
    .number()
    .min(payloadMassRange.minimum, messages.payloadMassTooSmall(payloadMassRange.minimum))
    .max(payloadMassRange.maximum, messages.payloadMassTooLarge(payloadMassRange.maximum)),
});

export type EndEffector = z.infer<typeof endEffectorSchema>;

/** What the planner knows of a robot's surroundings. Owned by the runner; `revision` grows by one with every change. */
export const planningSceneSchema = z.object({
  robotKind: robotKindSchema,
  revision: z.number().int().min(0),
  obstacles: z.array(obstacleSchema).max(sceneLimits.obstacles),
  endEffector: endEffectorSchema.nullable(),
  /** The base of the arm in the world, whose frame it is in when absent. */
  base: placeSchema.optional(),
});
export type PlanningScene = z.infer<typeof planningSceneSchema>;

/** A scene as a door shows it: the mesh of an environment object is at the file of its space item. */
export const shownSceneSchema = planningSceneSchema.extend({
  obstacles: z.array(
    obstacleSchema.extend({
      shape: z.union([obstacleShapeSchema, z.object({ kind: z.literal('file'), scale: meshScale })]),
    }),
  ),
});
export type ShownScene = z.infer<typeof shownSceneSchema>;

/** The scene without what is long and known elsewhere. */
export function showScene(scene: PlanningScene): ShownScene {
  const obstacles = scene.obstacles.map((obstacle) => {
    const { shape, spaceItemID } = obstacle;
    if (spaceItemID === undefined || shape.kind !== 'mesh') return obstacle;
    return { ...obstacle, shape: { kind: 'file' as const, scale: shape.scale } };
  });
  return { ...scene, obstacles };
}

export function emptyScene(robotKind: RobotKind): PlanningScene {
  return { robotKind, revision: 0, obstacles: [], endEffector: null };
}

/** One change of a scene, as the runner takes it. */
export const sceneChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attachEndEffector'), endEffector: endEffectorSchema }),
  z.object({ kind: z.literal('clearObstacles') }),
  z.object({ kind: z.literal('addObstacle'), obstacle: addedObstacleSchema }),
  z.object({ kind: z.literal('moveObstacle'), name: nameSchema, pose: placeSchema }),
  z.object({ kind: z.literal('removeObstacle'), name: nameSchema }),
  z.object({ kind: z.literal('moveBase'), base: placeSchema }),
]);
export type SceneChange = z.infer<typeof sceneChangeSchema>;

export type SceneChangeResult =
  | { readonly ok: true; readonly scene: PlanningScene }
  | { readonly ok: false; readonly reason: 'unknown' | 'exists' | 'tooLarge' | 'isObject'; readonly message: string };

/** The scene after a change, with the next revision; refused when it names an obstacle that is not (or already) there. */
export function changeScene(scene: PlanningScene, change: SceneChange): SceneChangeResult {
  const next = (parts: Partial<PlanningScene>): SceneChangeResult => ({
    ok: true,
    scene: { ...scene, ...parts, revision: scene.revision + 1 },
  });
  switch (change.kind) {
    case 'attachEndEffector':
      return next({ endEffector: change.endEffector });
    case 'moveBase':
      return next({ base: change.base });
    case 'clearObstacles':
      return next({ obstacles: scene.obstacles.filter((obstacle) => !isOfProgram(obstacle)) });
    case 'addObstacle':
      return addObstacle(scene, change.obstacle, next);
    case 'moveObstacle':
      if (!isProgramObstacle(scene, change.name)) return refuseObstacle(scene, change.name);
      return next({
        obstacles: scene.obstacles.map((each) => (each.name === change.name ? { ...each, pose: change.pose } : each)),
      });
    case 'removeObstacle':
      if (!isProgramObstacle(scene, change.name)) return refuseObstacle(scene, change.name);
      return next({ obstacles: scene.obstacles.filter(({ name }) => name !== change.name) });
  }
}

function addObstacle(
  scene: PlanningScene,
  obstacle: Obstacle,
  next: (parts: Partial<PlanningScene>) => SceneChangeResult,
): SceneChangeResult {
  if (hasObstacle(scene, obstacle.name)) {
    const message = `There is an obstacle '${obstacle.name}' already; move or remove it`;
    return { ok: false, reason: 'exists', message };
  }
  if (scene.obstacles.length >= sceneLimits.obstacles) {
    const message = `A scene has at most ${sceneLimits.obstacles} obstacles; remove one first`;
    return { ok: false, reason: 'tooLarge', message };
  }
  const obstacles = [...scene.obstacles, obstacle];
  const tooMuch = describeExcess(obstacles);
  return tooMuch === undefined ? next({ obstacles }) : { ok: false, reason: 'tooLarge', message: tooMuch };
}

/** Why so many shapes are too much for one scene. */
function describeExcess(obstacles: readonly Obstacle[]): string | undefined {
  const triangles = obstacles.reduce(
    (sum, { shape }) => sum + (shape.kind === 'mesh' ? (countStlTriangles(shape.stl) ?? 0) : 0),
    0,
  );
  if (triangles > sceneLimits.triangles) return messages.meshTooLarge(triangles, sceneLimits.triangles);
  const points = obstacles.reduce(
    (sum, { shape }) => sum + (shape.kind === 'convex' ? shape.vertices.length / 3 : 0),
    0,
  );
  if (points <= sceneLimits.allHullVertices) return undefined;
  return `The convex obstacles of a scene have at most ${sceneLimits.allHullVertices} points together; simplify them`;
}

/**
 * The scene with the environment objects of the cell, in place of those before; unchanged when they are the same. Obstacles
 * that programs added stay; an object whose name one of them has is told from it.
 */
export function placeObjects(scene: PlanningScene, objects: readonly Obstacle[]): SceneChangeResult {
  const kept = scene.obstacles.filter((obstacle) => !isOfSpaceItem(obstacle));
  const taken = new Set(kept.map(({ name }) => name));
  const placed = objects.map((object) =>
    taken.has(object.name) ? { ...object, name: `${object.name} (object)` } : object,
  );
  const before = scene.obstacles.filter(isOfSpaceItem);
  const isSame = before.length === placed.length && before.every((object, at) => isSameObstacle(object, placed[at]));
  if (isSame) return { ok: true, scene };
  const obstacles = [...kept, ...placed];
  const tooMany = obstacles.length > sceneLimits.obstacles;
  const tooMuch = tooMany ? `A scene has at most ${sceneLimits.obstacles} obstacles` : describeExcess(obstacles);
  if (tooMuch !== undefined) return { ok: false, reason: 'tooLarge', message: tooMuch };
  return { ok: true, scene: { ...scene, obstacles, revision: scene.revision + 1 } };
}

function isOfSpaceItem({ spaceItemID }: Obstacle): boolean {
  return spaceItemID !== undefined;
}

function isOfProgram({ spaceItemID, palletBox }: Obstacle): boolean {
  return spaceItemID === undefined && palletBox === undefined;
}

/** Whether two obstacles are the same, looking at meshes, which are long, last. */
export function isSameObstacle(one: Obstacle, other: Obstacle | undefined): boolean {
  if (one === other) return true;
  if (!other || one.name !== other.name || one.spaceItemID !== other.spaceItemID) return false;
  return JSON.stringify(one.pose) === JSON.stringify(other.pose) && isSameShape(one.shape, other.shape);
}

export function isSameShape(one: ObstacleShape, other: ObstacleShape): boolean {
  if (one === other) return true;
  if (one.kind === 'mesh' && other.kind === 'mesh') return one.scale === other.scale && one.stl === other.stl;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isProgramObstacle({ obstacles }: PlanningScene, name: string): boolean {
  return obstacles.some((obstacle) => obstacle.name === name && isOfProgram(obstacle));
}

function refuseObstacle(scene: PlanningScene, name: string): SceneChangeResult {
  if (!hasObstacle(scene, name)) return unknownObstacle(scene, name);
  const isBox = scene.obstacles.some((obstacle) => obstacle.name === name && obstacle.palletBox !== undefined);
  const message = isBox
    ? palletMessages.boxIsChangedBySteps(name)
    : `'${name}' is a space item of the cell. Change it there`;
  return { ok: false, reason: 'isObject', message };
}

function hasObstacle({ obstacles }: PlanningScene, name: string): boolean {
  return obstacles.some((obstacle) => obstacle.name === name);
}

function unknownObstacle({ obstacles }: PlanningScene, name: string): SceneChangeResult {
  const known = obstacles.slice(0, 20).map((obstacle) => `'${obstacle.name}'`);
  const hint = known.length > 0 ? `; there is ${known.join(', ')}` : '; there is none';
  return { ok: false, reason: 'unknown', message: `There is no obstacle '${name}'${hint}` };
}

/** What the header of a binary STL in base64 says, without decoding what follows; undefined when it is none. */
export function countStlTriangles(text: string): number | undefined {
  if (!/^[A-Za-z0-9+/]{112}/.test(text)) return undefined;
  const header = Uint8Array.from(atob(text.slice(0, 112)), (character) => character.charCodeAt(0));
  return new DataView(header.buffer).getUint32(80, true);
}
