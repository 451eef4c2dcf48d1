import type { Result } from '@cellwright/geometry';
import * as z from 'zod';
import { explainText, isUnaddressable, oneLine } from '../basics/text.ts';
import { palletMessages } from '../messages/pallet-messages.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';
import { poseSchema } from '../robot/position.ts';
import { payloadMassRange, type RobotKind, robotKindSchema } from '../robot/robot.ts';
import { lengthSchema as length, primitiveShapes, sizeSchema as size } from './primitive-shape.ts';
import { sceneLimits } from './scene-limits.ts';
import { palletBoxRefSchema } from './visualization.ts';

const coordinates = z.array(z.number().min(-1000).max(1000));
/** Beyond this distance nothing is reached, and distances lose precision. */
export const placeSchema = poseSchema.refine(({ x, y, z }) => [x, y, z].every((value) => Math.abs(value) <= 1000), {
  message: 'A coordinate can be at most 1000 m',
});
const nameSchema = z.string().min(1, 'An obstacle needs a name').max(128, 'A name has at most 128 characters');

/** Names of new objects; stored scenes can contain other names. */
export const newNameSchema = nameSchema
  .regex(oneLine, 'A name must not contain control characters')
  .refine((name) => explainText(name) === undefined, 'A name must not contain invisible characters');

/** Binary STL as base64: 80 bytes of header, the number of triangles, 50 bytes for each. */
export const binaryStlSchema = z.string().superRefine((text, context) => {
  const count = countStlTriangles(text);
  if (count === undefined) context.addIssue({ code: 'custom', message: 'Not a binary STL mesh in base64' });
  else if (count > sceneLimits.triangles)
    context.addIssue({ code: 'custom', message: messages.meshTooLarge(count, sceneLimits.triangles) });
  else if (Math.floor((text.length * 3) / 4) < 84 + 50 * count)
    context.addIssue({ code: 'custom', message: 'The STL mesh is cut off before its last triangle' });
});

/** Metres per unit of a mesh. */
const meshScale = z
  .number()
  .positive('The scale must be above 0')
  .max(1000, 'The scale can be at most 1000')
  .optional()
  .describe('Metres for one unit of the mesh. Default 1');

/** A printed chessboard: its inner corners, and the side of a square. */
const chessboardSchema = z.object({
  columns: z.number().int().min(2).max(30),
  rows: z.number().int().min(2).max(30),
  squareSize: length,
});

const [plainBox, ...roundShapes] = primitiveShapes;

/**
 * A solid in its own frame, metres. Boxes have full edge lengths; cylinders and capsules lie along z and are centred,
 * a capsule's `length` is between the centres of its caps; `convex` is the hull of points x0 y0 z0 x1 …
 */
export const obstacleShapeSchema = z.discriminatedUnion('kind', [
  plainBox.extend({ chessboard: chessboardSchema.optional().describe('What simulated cameras see on its top') }),
  ...roundShapes,
  z.object({ kind: z.literal('capsule'), radius: length, length }),
  z.object({ kind: z.literal('convex'), vertices: coordinates.min(12).max(3 * sceneLimits.hullVertices) }),
  z.object({ kind: z.literal('mesh'), stl: binaryStlSchema, scale: meshScale }),
]);
export type ObstacleShape = z.infer<typeof obstacleShapeSchema>;

/** An obstacle for the arm; its pose is that of its own frame, in the world frame. */
export const obstacleSchema = z.object({
  name: nameSchema,
  shape: obstacleShapeSchema,
  pose: placeSchema,
  isLoose: z
    .boolean()
    .optional()
    .describe('A loose part: cameras see it, and the arm does not avoid it. Default false'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour as # and six hexadecimal digits')
    .optional()
    .describe('Colour for simulated cameras and in the 3D view'),
  /** Environment object that it represents; changed there, and not by programs. */
  spaceItemID: z.string().optional(),
  /** Box on a pallet that it represents; shown and hidden by UpdateVisualization steps, removed by users. */
  palletBox: palletBoxRefSchema.optional(),
});
export type Obstacle = z.infer<typeof obstacleSchema>;
/** An obstacle of a program represents no space item and no box. */
export const addedObstacleSchema = obstacleSchema.omit({ spaceItemID: true, palletBox: true }).extend({
  name: newNameSchema.refine(
    (name) => !isUnaddressable(name),
    'This name cannot be used in an address. Choose another',
  ),
});

/** A loose part of an example. */
export const loosePartSchema = addedObstacleSchema.omit({ isLoose: true }).strict();
export type LoosePart = z.infer<typeof loosePartSchema>;

/** A box by the pose of its centre in the tool0 frame and its full edge lengths, metres. */
export const collisionBoxSchema = z.object({ pose: placeSchema, size });
export type CollisionBox = z.infer<typeof collisionBoxSchema>;

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
export const attachedEndEffectorSchema = endEffectorSchema.extend({ name: newNameSchema });

/** Surroundings of a robot for the planner. Owned by the runner; `revision` increases by one with every change. */
export const planningSceneSchema = z.object({
  robotKind: robotKindSchema,
  revision: z.number().int().min(0),
  obstacles: z.array(obstacleSchema).max(sceneLimits.obstacles),
  endEffector: endEffectorSchema.nullable(),
  /** Base of the arm in the world; default: the world's origin. */
  base: placeSchema.optional(),
});
export type PlanningScene = z.infer<typeof planningSceneSchema>;

/** A scene for clients: the mesh of an environment object is in the file of its space item. */
export const shownSceneSchema = planningSceneSchema.extend({
  obstacles: z.array(
    obstacleSchema.extend({
      shape: z.union([obstacleShapeSchema, z.object({ kind: z.literal('file'), scale: meshScale })]),
    }),
  ),
});
export type ShownScene = z.infer<typeof shownSceneSchema>;

/** Returns the scene without long data that clients can get elsewhere. */
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

/** One change of a scene, as the runner accepts it. */
export const sceneChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attachEndEffector'), endEffector: attachedEndEffectorSchema }),
  z.object({ kind: z.literal('clearObstacles') }),
  z.object({ kind: z.literal('addObstacle'), obstacle: addedObstacleSchema }),
  z.object({ kind: z.literal('moveObstacle'), name: nameSchema, pose: placeSchema }),
  z.object({ kind: z.literal('removeObstacle'), name: nameSchema }),
  z.object({ kind: z.literal('moveBase'), base: placeSchema }),
]);
export type SceneChange = z.infer<typeof sceneChangeSchema>;

/** Reason why a scene cannot be changed. */
export interface SceneRefusal {
  readonly reason: 'unknown' | 'exists' | 'tooLarge' | 'isObject';
  readonly message: string;
}

export type SceneChangeResult = Result<PlanningScene, SceneRefusal>;

/**
 * Returns the scene after a change, with the next revision; fails if it names a missing obstacle, or adds an existing
 * one.
 */
export function changeScene(scene: PlanningScene, change: SceneChange): SceneChangeResult {
  const next = (parts: Partial<PlanningScene>): SceneChangeResult => ({
    ok: true,
    value: { ...scene, ...parts, revision: scene.revision + 1 },
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
    const message = `An obstacle '${obstacle.name}' already exists. Move or remove it`;
    return { ok: false, error: { reason: 'exists', message } };
  }
  if (scene.obstacles.length >= sceneLimits.obstacles) {
    const message = `The scene can have at most ${sceneLimits.obstacles} obstacles. Remove one first`;
    return { ok: false, error: { reason: 'tooLarge', message } };
  }
  const obstacles = [...scene.obstacles, obstacle];
  const tooMuch = describeExcess(obstacles);
  return tooMuch === undefined ? next({ obstacles }) : { ok: false, error: { reason: 'tooLarge', message: tooMuch } };
}

/** Returns why the shapes exceed the limits of a scene. */
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
  return `The convex obstacles of the scene can have at most ${sceneLimits.allHullVertices} points in total. Simplify them`;
}

/**
 * Returns the scene with the current environment objects of the cell; unchanged if they are the same. Obstacles of
 * programs stay; an object with the same name as one of them gets a distinct name.
 */
export function placeObjects(scene: PlanningScene, objects: readonly Obstacle[]): SceneChangeResult {
  const kept = scene.obstacles.filter((obstacle) => !isOfSpaceItem(obstacle));
  const taken = new Set(kept.map(({ name }) => name));
  const placed = objects.map((object) =>
    taken.has(object.name) ? { ...object, name: `${object.name} (object)` } : object,
  );
  const before = scene.obstacles.filter(isOfSpaceItem);
  const isSame = before.length === placed.length && before.every((object, at) => isSameObstacle(object, placed[at]));
  if (isSame) return { ok: true, value: scene };
  const obstacles = [...kept, ...placed];
  const tooMany = obstacles.length > sceneLimits.obstacles;
  const tooMuch = tooMany ? `The scene can have at most ${sceneLimits.obstacles} obstacles` : describeExcess(obstacles);
  if (tooMuch !== undefined) return { ok: false, error: { reason: 'tooLarge', message: tooMuch } };
  return { ok: true, value: { ...scene, obstacles, revision: scene.revision + 1 } };
}

/** Returns the obstacles that the arm avoids: all but loose parts. */
export function listAvoided(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  return obstacles.some(({ isLoose }) => isLoose) ? obstacles.filter(({ isLoose }) => !isLoose) : obstacles;
}

function isOfSpaceItem({ spaceItemID }: Obstacle): boolean {
  return spaceItemID !== undefined;
}

function isOfProgram({ spaceItemID, palletBox }: Obstacle): boolean {
  return spaceItemID === undefined && palletBox === undefined;
}

/** True if two obstacles are the same. Compares meshes, which are long, last. */
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
  return { ok: false, error: { reason: 'isObject', message } };
}

function hasObstacle({ obstacles }: PlanningScene, name: string): boolean {
  return obstacles.some((obstacle) => obstacle.name === name);
}

function unknownObstacle({ obstacles }: PlanningScene, name: string): SceneChangeResult {
  const known = obstacles.slice(0, 20).map((obstacle) => `'${obstacle.name}'`);
  const hint = known.length > 0 ? `; there is ${known.join(', ')}` : '; there is none';
  return { ok: false, error: { reason: 'unknown', message: `There is no obstacle '${name}'${hint}` } };
}

/**
 * Reads the triangle count in the header of a binary STL in base64, without decoding the rest; undefined if it is
 * invalid.
 */
export function countStlTriangles(text: string): number | undefined {
  if (!/^[A-Za-z0-9+/]{112}/.test(text)) return undefined;
  const header = Uint8Array.from(atob(text.slice(0, 112)), (character) => character.charCodeAt(0));
  return new DataView(header.buffer).getUint32(80, true);
}
