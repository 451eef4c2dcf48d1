/**
 * An independent check of a path: the arm's spheres against boxes, cylinders, spheres and each other at places of a
 * given spacing, from the benchmark's files only. It shares no code with the planner.
 */
import type { MbmProblem, MbmRobotFile } from './mbm-files.ts';

type Triple = readonly [number, number, number];

/** Row-major 3×4: out = a · b. */
function multiply(a: Float64Array, ao: number, b: Float64Array, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row += 1) {
    const x = a[ao + row * 4] ?? 0;
    const y = a[ao + row * 4 + 1] ?? 0;
    const z = a[ao + row * 4 + 2] ?? 0;
    for (let column = 0; column < 4; column += 1) {
      const shift = column === 3 ? (a[ao + row * 4 + 3] ?? 0) : 0;
      out[o + row * 4 + column] = x * (b[column] ?? 0) + y * (b[4 + column] ?? 0) + z * (b[8 + column] ?? 0) + shift;
    }
  }
}

function aboutAxis([x, y, z]: Triple, angle: number, out: Float64Array): void {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  out.set([c + x * x * k, x * y * k - z * s, x * z * k + y * s, 0]);
  out.set([y * x * k + z * s, c + y * y * k, y * z * k - x * s, 0], 4);
  out.set([z * x * k - y * s, z * y * k + x * s, c + z * z * k, 0], 8);
}

function fromOrigin(xyz: Triple, [roll, pitch, yaw]: Triple): Float64Array {
  const [a, b, c, d] = Array.from({ length: 4 }, () => new Float64Array(12));
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no room');
  aboutAxis([1, 0, 0], roll, a);
  aboutAxis([0, 1, 0], pitch, b);
  multiply(b, 0, a, c, 0);
  aboutAxis([0, 0, 1], yaw, a);
  multiply(a, 0, c, d, 0);
  for (const [row, value] of xyz.entries()) d[row * 4 + 3] = value;
  return d;
}

export interface PathChecker {
  /** True if the arm touches anything at a configuration. */
  touches(q: ArrayLike<number>): boolean;
  /** True if it touches nothing at any place `step` rad (Euclidean) apart on a path. */
  isValid(path: readonly ArrayLike<number>[], step: number): boolean;
}

export function createPathChecker(robot: MbmRobotFile, problem: MbmProblem): PathChecker {
  const placeSpheres = createForward(robot);
  const radii = Float64Array.from(robot.links.flatMap((link) => link.spheres.map((sphere) => sphere.radius)));
  const pairs = listPairs(robot);
  const distances = problem.obstacles.map(({ placed }) => createDistance(placed));
  const point = new Float64Array(3);

  const touches = (q: ArrayLike<number>): boolean => {
    const centers = placeSpheres(q);
    for (let index = 0; index < radii.length; index += 1) {
      for (let axis = 0; axis < 3; axis += 1) point[axis] = centers[index * 3 + axis] ?? 0;
      for (const distance of distances) if (distance(point) < (radii[index] ?? 0)) return true;
    }
    for (let index = 0; index < pairs.length; index += 2) {
      const a = pairs[index] ?? 0;
      const b = pairs[index + 1] ?? 0;
      let square = 0;
      for (let axis = 0; axis < 3; axis += 1)
        square += ((centers[a * 3 + axis] ?? 0) - (centers[b * 3 + axis] ?? 0)) ** 2;
      if (square < ((radii[a] ?? 0) + (radii[b] ?? 0)) ** 2) return true;
    }
    return false;
  };

  const isValid = (path: readonly ArrayLike<number>[], step: number): boolean => {
    const q = new Float64Array(robot.plannedJoints.length);
    for (let index = 0; index + 1 < path.length; index += 1) {
      const from = path[index] ?? q;
      const to = path[index + 1] ?? q;
      const length = Math.hypot(...q.map((_, axis) => (to[axis] ?? 0) - (from[axis] ?? 0)));
      const count = Math.max(1, Math.ceil(length / step));
      for (let at = 0; at <= count; at += 1) {
        for (let axis = 0; axis < q.length; axis += 1) {
          q[axis] = (from[axis] ?? 0) + (((to[axis] ?? 0) - (from[axis] ?? 0)) * at) / count;
        }
        if (touches(q)) return false;
      }
    }
    return true;
  };
  return { touches, isValid };
}

/** Lists pairs of spheres of different links whose contact is not allowed, one after the other. */
function listPairs(robot: MbmRobotFile): Int32Array {
  const isAllowed = new Set(robot.allowedCollisions.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const owners = robot.links.flatMap(({ name, spheres }) => spheres.map(() => name));
  const pairs: number[] = [];
  for (const [i, a] of owners.entries()) {
    for (const [j, b] of owners.entries()) if (i < j && a !== b && !isAllowed.has(`${a} ${b}`)) pairs.push(i, j);
  }
  return Int32Array.from(pairs);
}

/**
 * Creates a function for the centres of all spheres at a configuration of the planned joints; the other joints stay at
 * zero.
 */
function createForward(robot: MbmRobotFile): (q: ArrayLike<number>) => Float64Array {
  const order = new Map<string, number>();
  const isChild = new Set(robot.joints.map((joint) => joint.child));
  for (const { name } of robot.links) if (!isChild.has(name)) order.set(name, order.size);
  const rootCount = order.size;
  const steps: { parent: number; offset: Float64Array; axis: Triple; planned: number }[] = [];
  while (steps.length < robot.joints.length) {
    const next = robot.joints.find(({ parent, child }) => order.has(parent) && !order.has(child));
    if (next === undefined) throw new Error('the joints are no tree');
    const planned = robot.plannedJoints.indexOf(next.name);
    steps.push({
      parent: order.get(next.parent) ?? 0,
      offset: fromOrigin(next.xyz, next.rpy),
      axis: next.axis ?? [0, 0, 1],
      planned,
    });
    order.set(next.child, order.size);
  }
  const spheres = robot.links.flatMap(({ name, spheres: own }) =>
    own.map(({ center }) => ({ frame: (order.get(name) ?? 0) * 12, center })),
  );
  const frames = new Float64Array(order.size * 12);
  for (let root = 0; root < rootCount; root += 1) aboutAxis([0, 0, 1], 0, frames.subarray(root * 12, root * 12 + 12));
  const turn = new Float64Array(12);
  const placed = new Float64Array(12);
  const centers = new Float64Array(spheres.length * 3);
  return (q) => {
    for (const [index, { parent, offset, axis, planned }] of steps.entries()) {
      multiply(frames, parent * 12, offset, placed, 0);
      aboutAxis(axis, planned < 0 ? 0 : (q[planned] ?? 0), turn);
      multiply(placed, 0, turn, frames, (rootCount + index) * 12);
    }
    for (const [index, { frame, center }] of spheres.entries()) {
      for (let row = 0; row < 3; row += 1) {
        const r = frame + row * 4;
        centers[index * 3 + row] =
          (frames[r] ?? 0) * center[0] +
          (frames[r + 1] ?? 0) * center[1] +
          (frames[r + 2] ?? 0) * center[2] +
          (frames[r + 3] ?? 0);
      }
    }
    return centers;
  };
}

/** Creates a function for the distance of a world point from an obstacle, 0 inside. */
function createDistance({ shape, pose }: MbmProblem['obstacles'][number]['placed']): (point: Float64Array) => number {
  const { i, j, k, w } = pose;
  const r = [
    1 - 2 * (j * j + k * k),
    2 * (i * j - k * w),
    2 * (i * k + j * w),
    2 * (i * j + k * w),
    1 - 2 * (i * i + k * k),
  ];
  const [r00 = 0, r01 = 0, r02 = 0, r10 = 0, r11 = 0] = r;
  const [r12, r20, r21, r22] = [2 * (j * k - i * w), 2 * (i * k - j * w), 2 * (j * k + i * w), 1 - 2 * (i * i + j * j)];
  const half = shape.kind === 'box' ? shape.size.map((edge) => edge / 2) : [];
  const [hx = 0, hy = 0, hz = 0] = half;
  return (point) => {
    const dx = (point[0] ?? 0) - pose.x;
    const dy = (point[1] ?? 0) - pose.y;
    const dz = (point[2] ?? 0) - pose.z;
    const x = r00 * dx + r10 * dy + r20 * dz;
    const y = r01 * dx + r11 * dy + r21 * dz;
    const z = r02 * dx + r12 * dy + r22 * dz;
    if (shape.kind === 'box') {
      const ox = Math.max(0, Math.abs(x) - hx);
      const oy = Math.max(0, Math.abs(y) - hy);
      const oz = Math.max(0, Math.abs(z) - hz);
      return Math.sqrt(ox * ox + oy * oy + oz * oz);
    }
    if (shape.kind === 'cylinder') {
      const radial = Math.max(0, Math.sqrt(x * x + y * y) - shape.radius);
      const axial = Math.max(0, Math.abs(z) - shape.length / 2);
      return Math.sqrt(radial * radial + axial * axial);
    }
    return shape.kind === 'sphere' ? Math.max(0, Math.sqrt(x * x + y * y + z * z) - shape.radius) : 0;
  };
}
