/**
 * Independent contact check for tests: whether the default arm touches boxes, spheres, the floor, the stand or itself,
 * from the arm's forward kinematics and points along the axes of its capsules. It shares no code with the planner, and
 * never reports contact without one.
 */
import { type CollisionGeometry, createKinematics, defaultArm } from '@cellwright/arm';
import { invertPose, type Pose, transformPoint, type Vec3 } from '@cellwright/geometry';

export type PlainObstacle =
  | { readonly kind: 'box'; readonly pose: Pose; readonly size: Vec3 }
  | { readonly kind: 'sphere'; readonly center: Vec3; readonly radius: number };

interface Ball {
  readonly link: number;
  readonly center: Vec3;
  readonly radius: number;
}

const ballsPerCapsule = 15;
const kinematics = createKinematics(defaultArm);

function ballsOf(geometry: CollisionGeometry, link: number): Ball[] {
  if (geometry.kind !== 'capsule') return [];
  const { from, to, radius } = geometry;
  return Array.from({ length: ballsPerCapsule }, (_, index) => {
    const t = index / (ballsPerCapsule - 1);
    const at = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * t;
    return { link, center: [at(0), at(1), at(2)], radius };
  });
}

const balls = defaultArm.links.flatMap(({ name, collision }) =>
  collision.flatMap((geometry) => ballsOf(geometry, kinematics.indexOfLink(name))),
);
const chainOrder = [
  'base_link',
  'shoulder_link',
  'upper_arm_link',
  'forearm_link',
  'wrist_1_link',
  'wrist_2_link',
  'wrist_3_link',
];
const rank = kinematics.linkNames.map((name) => chainOrder.indexOf(name));

function distanceToBox(point: Vec3, size: Vec3): number {
  const out = point.map((value, axis) => Math.max(0, Math.abs(value) - (size[axis] ?? 0) / 2));
  return Math.hypot(...out);
}

function distanceTo(obstacle: PlainObstacle, point: Vec3): number {
  if (obstacle.kind === 'sphere') {
    const [x, y, z] = obstacle.center;
    return Math.hypot(point[0] - x, point[1] - y, point[2] - z) - obstacle.radius;
  }
  return distanceToBox(transformPoint(invertPose(obstacle.pose), point), obstacle.size);
}

const stand: PlainObstacle = {
  kind: 'box',
  pose: { x: 0, y: 0, z: -0.125, i: 0, j: 0, k: 0, w: 1 },
  size: [0.215, 0.215, 0.25],
};

/** True if a sphere on the arm's capsules intersects something. */
export function touchesSomething(q: ArrayLike<number>, obstacles: readonly PlainObstacle[]): boolean {
  const links = kinematics.computeLinks(q);
  const placed = balls.map(({ link, center: [x, y, z], radius }) => {
    const at = (row: number) =>
      (links[link * 12 + row] ?? 0) * x +
      (links[link * 12 + row + 1] ?? 0) * y +
      (links[link * 12 + row + 2] ?? 0) * z +
      (links[link * 12 + row + 3] ?? 0);
    return { order: rank[link] ?? 0, point: [at(0), at(4), at(8)] as const, radius };
  });
  const moving = placed.filter(({ order }) => order > 0);
  const isInWorld = moving.some(
    ({ point, radius }) =>
      point[2] + 0.25 < radius || [stand, ...obstacles].some((obstacle) => distanceTo(obstacle, point) < radius),
  );
  if (isInWorld) return true;
  return placed.some((a) =>
    moving.some((b) => {
      if (b.order - a.order < 2) return false;
      const [x, y, z] = [a.point[0] - b.point[0], a.point[1] - b.point[1], a.point[2] - b.point[2]];
      return x * x + y * y + z * z < (a.radius + b.radius) ** 2;
    }),
  );
}

/** Returns the first place of a path with contact, checked every `step` rad. */
export function findTouch(
  path: readonly ArrayLike<number>[],
  obstacles: readonly PlainObstacle[],
  step: number,
): { readonly segment: number; readonly share: number } | undefined {
  for (let segment = 0; segment + 1 < path.length; segment += 1) {
    const from = Array.from(path[segment] ?? []);
    const to = Array.from(path[segment + 1] ?? []);
    const length = Math.hypot(...from.map((angle, axis) => (to[axis] ?? 0) - angle));
    const count = Math.max(1, Math.ceil(length / step));
    for (let index = 0; index <= count; index += 1) {
      const share = index / count;
      const q = from.map((angle, axis) => angle + ((to[axis] ?? 0) - angle) * share);
      if (touchesSomething(q, obstacles)) return { segment, share };
    }
  }
  return undefined;
}
