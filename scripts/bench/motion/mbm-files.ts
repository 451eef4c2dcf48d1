/** Reads the MotionBenchMaker files: an arm as links with spheres, and problems of obstacles, start and goal. */
import { readFileSync } from 'node:fs';
import { CollisionWorld, type JointDescription, type PlacedShape, type RobotDescription } from '@cellwright/collision';
import { makePose, quaternionFromRpy } from '@cellwright/geometry';
import * as z from 'zod';

const triple = z.tuple([z.number(), z.number(), z.number()]);
const quadruple = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const robotSchema = z.object({
  plannedJoints: z.array(z.string()),
  links: z.array(z.object({ name: z.string(), spheres: z.array(z.object({ center: triple, radius: z.number() })) })),
  joints: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      parent: z.string(),
      child: z.string(),
      xyz: triple,
      rpy: triple,
      axis: triple.nullable(),
      limit: z.object({ lower: z.number(), upper: z.number() }).loose().nullable(),
    }),
  ),
  allowedCollisions: z.array(z.tuple([z.string(), z.string()])),
});

const obstacleSchema = z
  .object({
    name: z.string(),
    shape: z.enum(['box', 'cylinder', 'sphere']),
    position: triple,
    quaternion: quadruple,
    size: triple.optional(),
    length: z.number().optional(),
    radius: z.number().optional(),
  })
  .transform((item) => ({
    name: item.name,
    placed: { shape: shapeOf(item), pose: poseOf(item.position, item.quaternion) } satisfies PlacedShape,
  }));

const problemsSchema = z.object({
  scenario: z.string(),
  problems: z.array(
    z.object({
      index: z.number(),
      start: z.array(z.number()),
      goal: z.array(z.number()),
      obstacles: z.array(obstacleSchema),
    }),
  ),
});

export type MbmRobotFile = z.infer<typeof robotSchema>;
export type MbmProblem = z.infer<typeof problemsSchema>['problems'][number];
export interface MbmScenario {
  readonly scenario: string;
  readonly problems: readonly MbmProblem[];
}

function poseOf(position: readonly [number, number, number], [i, j, k, w]: readonly [number, number, number, number]) {
  const norm = Math.hypot(i, j, k, w);
  return makePose(position, { i: i / norm, j: j / norm, k: k / norm, w: w / norm });
}

function shapeOf(item: {
  shape: 'box' | 'cylinder' | 'sphere';
  size?: [number, number, number] | undefined;
  length?: number | undefined;
  radius?: number | undefined;
}): PlacedShape['shape'] {
  const { size = [0, 0, 0], length = 0, radius = 0 } = item;
  if (item.shape === 'box') return { kind: 'box', size };
  return item.shape === 'cylinder' ? { kind: 'cylinder', radius, length } : { kind: 'sphere', radius };
}

export function readRobotFile(path: string): MbmRobotFile {
  return robotSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

export function readScenario(path: string): MbmScenario {
  return problemsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function describeRobot(file: MbmRobotFile): RobotDescription {
  const joints = file.joints.map((joint): JointDescription => {
    const { name, parent, child } = joint;
    const origin = makePose(joint.xyz, quaternionFromRpy(joint.rpy));
    if (joint.type === 'fixed' || joint.axis === null) return { name, parent, child, kind: 'fixed', origin };
    return { name, parent, child, kind: 'revolute', origin, axis: joint.axis };
  });
  const links = file.links.map(({ name, spheres }) => ({
    name,
    parts: spheres.map(({ center, radius }): PlacedShape => {
      return { shape: { kind: 'sphere', radius }, pose: makePose(center, { i: 0, j: 0, k: 0, w: 1 }) };
    }),
  }));
  return { joints, movingJoints: file.plannedJoints, links, allowedPairs: file.allowedCollisions };
}

export interface JointLimits {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

export function limitsOf(file: MbmRobotFile): JointLimits {
  const limits = file.plannedJoints.map((name) => file.joints.find((joint) => joint.name === name)?.limit);
  return {
    lower: limits.map((limit) => limit?.lower ?? -Math.PI),
    upper: limits.map((limit) => limit?.upper ?? Math.PI),
  };
}

/** Creates a world with the arm only. */
export function createWorld(file: MbmRobotFile): CollisionWorld {
  const result = CollisionWorld.create({ robot: describeRobot(file), ...limitsOf(file) });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.world;
}

export function placeObstacles(world: CollisionWorld, problem: MbmProblem): void {
  world.clearObstacles();
  for (const { name, placed } of problem.obstacles) world.addObstacle(name, placed);
}
