/** Random arms among random obstacles, for tests. */
import { makePose, normalizeQuaternion, type Vec3 } from '@cellwright/geometry';
import { placeArm, showsOverlap } from './brute-force.fixture.ts';
import { CollisionWorld } from './collision-world.ts';
import type { Random } from './random.ts';
import type { JointDescription, RobotDescription } from './robot-description.ts';
import type { PlacedShape, Shape } from './shapes.ts';

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random.next();
}

function drawPose(random: Random, reach: number) {
  const position: Vec3 = [
    between(random, -reach, reach),
    between(random, -reach, reach),
    between(random, -reach, reach),
  ];
  const [i, j, k, w] = [0, 0, 0, 0].map(() => between(random, -1, 1));
  return makePose(position, normalizeQuaternion({ i: i ?? 0, j: j ?? 0, k: k ?? 0, w: w ?? 1 }));
}

function drawShape(random: Random, size: number): Shape {
  const length = () => between(random, 0.3 * size, size);
  const kind = Math.floor(random.next() * 5);
  if (kind === 0) return { kind: 'sphere', radius: length() / 2 };
  if (kind === 1) return { kind: 'capsule', radius: length() / 3, length: 2 * length() };
  if (kind === 2) return { kind: 'cylinder', radius: length() / 2, length: length() };
  if (kind === 3)
    return { kind: 'convex', vertices: Array.from({ length: 24 }, () => between(random, -size, size) / 2) };
  return { kind: 'box', size: [length(), length(), length()] };
}

/** Creates a chain of four axes with one or two parts on each link. */
function drawArm(random: Random): RobotDescription {
  const names = ['base', 'one', 'two', 'three', 'four'];
  const joints = names.slice(1).map((child, index): JointDescription => {
    const axis: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, 0.1, 1)];
    const parent = names[index] ?? '';
    return { name: `axis ${child}`, parent, child, kind: 'revolute', origin: drawPose(random, 0.3), axis };
  });
  const links = names.map((name) => {
    const count = name === 'base' ? 0 : 1 + Math.floor(random.next() * 2);
    const parts = Array.from({ length: count }, (): PlacedShape => {
      return { shape: drawShape(random, 0.15), pose: drawPose(random, 0.1) };
    });
    return { name, parts };
  });
  // Links of such an arm overlap freely: these tests check link one against three and four.
  const allowedPairs = [
    ['one', 'two'],
    ['two', 'three'],
    ['three', 'four'],
    ['two', 'four'],
  ] as const;
  return { joints, movingJoints: joints.map((joint) => joint.name), links, allowedPairs };
}

const meshPyramid: Shape = {
  kind: 'mesh',
  vertices: [0.2, 0, 0, -0.1, 0.17, 0, -0.1, -0.17, 0, 0, 0, 0.3],
  triangles: [0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 2, 1],
};

export interface Scene {
  readonly robot: RobotDescription;
  readonly world: CollisionWorld;
  readonly obstacles: readonly PlacedShape[];
}

export function drawScene(random: Random): Scene {
  const robot = drawArm(random);
  const limits = robot.movingJoints.map(() => Math.PI);
  const result = CollisionWorld.create({ robot, lower: limits.map((limit) => -limit), upper: limits });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  const obstacles = Array.from({ length: 3 }, (_, index): PlacedShape => {
    const shape = index === 0 && random.next() < 0.3 ? meshPyramid : drawShape(random, 0.4);
    return { shape, pose: drawPose(random, 0.9) };
  });
  for (const [index, obstacle] of obstacles.entries()) result.world.addObstacle(`thing ${index}`, obstacle);
  return { robot, world: result.world, obstacles };
}

/** True if random points show an overlap at a configuration. */
export function showsContact({ robot, world, obstacles }: Scene, q: ArrayLike<number>, random: Random): boolean {
  const placed = placeArm(robot, q);
  const isAllowed = new Set(world.alwaysTouchingPairs.map(([a, b]) => `${a} ${b}`));
  const draw = () => random.next();
  const overlaps = (a: PlacedShape, b: PlacedShape) => showsOverlap(a, b, 20, draw);
  const partsOf = (name: string) => placed.get(name) ?? [];
  const moving = ['one', 'two', 'three', 'four'].flatMap(partsOf);
  if (moving.some((part) => obstacles.some((obstacle) => overlaps(part, obstacle)))) return true;
  return ['three', 'four'].some(
    (name) => !isAllowed.has(`one ${name}`) && partsOf('one').some((a) => partsOf(name).some((b) => overlaps(a, b))),
  );
}
