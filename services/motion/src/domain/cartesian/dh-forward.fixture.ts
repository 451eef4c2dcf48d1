/**
 * Independent kinematics for tests: the pose of the default arm's tool0 and of a TCP, from its DH table alone, with
 * plain matrices. It shares no code with the kinematics of planning.
 */

/** 3×3 rotation, row-major, and the position, metres. */
export interface Frame {
  readonly rotation: readonly number[];
  readonly position: readonly [number, number, number];
}

interface PlainPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly w: number;
}

const a = [0, -0.5907, -0.5494, 0, 0, 0];
const d = [0.172, 0, 0, 0.19195, 0.1498, 0.1621];
const twist = [Math.PI / 2, 0, 0, Math.PI / 2, -Math.PI / 2, 0];
const offset = [Math.PI, -Math.PI / 2, 0, -Math.PI / 2, 0, Math.PI];

/** Returns the TCP of the default arm; `tcp` is in the frame of tool0. */
export function frameOfArm(joints: ArrayLike<number>, tcp?: PlainPose): Frame {
  let frame: Frame = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], position: [0, 0, 0] };
  for (const [joint, alpha] of twist.entries()) {
    const theta = (joints[joint] ?? Number.NaN) + (offset[joint] ?? 0);
    const [ct, st, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(alpha), Math.sin(alpha)];
    const length = a[joint] ?? 0;
    frame = chain(frame, {
      rotation: [ct, -st * ca, st * sa, st, ct * ca, -ct * sa, 0, sa, ca],
      position: [length * ct, length * st, d[joint] ?? 0],
    });
  }
  return tcp ? chain(frame, frameOf(tcp)) : frame;
}

/** Converts a pose to a frame. */
export function frameOf({ x, y, z, i, j, k, w }: PlainPose): Frame {
  return {
    position: [x, y, z],
    rotation: [
      1 - 2 * (j * j + k * k),
      2 * (i * j - k * w),
      2 * (i * k + j * w),
      2 * (i * j + k * w),
      1 - 2 * (i * i + k * k),
      2 * (j * k - i * w),
      2 * (i * k - j * w),
      2 * (j * k + i * w),
      1 - 2 * (i * i + j * j),
    ],
  };
}

/** Returns `next`, given in `frame`, in the parent of `frame`. */
export function chain(frame: Frame, next: Frame): Frame {
  const [x, y, z] = turn(frame.rotation, next.position);
  return {
    rotation: multiply(frame.rotation, next.rotation),
    position: [frame.position[0] + x, frame.position[1] + y, frame.position[2] + z],
  };
}

/** Returns the distance of two points in metres. */
export function distanceBetween(from: readonly number[], to: readonly number[]): number {
  return Math.hypot(...from.map((value, axis) => value - (to[axis] ?? 0)));
}

/** Returns the rotation from one orientation to another as a vector along its axis, whose length is the angle, rad. */
export function turnBetween(from: Frame, to: Frame): readonly [number, number, number] {
  const r = multiply(to.rotation, transpose(from.rotation));
  const at = (index: number) => r[index] ?? 0;
  const axis: readonly [number, number, number] = [at(7) - at(5), at(2) - at(6), at(3) - at(1)];
  const sine = Math.hypot(...axis) / 2;
  const angle = Math.atan2(sine, (at(0) + at(4) + at(8) - 1) / 2);
  const scale = sine < 1e-12 ? 0.5 : angle / (2 * sine);
  return [axis[0] * scale, axis[1] * scale, axis[2] * scale];
}

/** Returns the orientation turned by a share of a rotation vector, in the parent frame. */
export function turnBy({ rotation, position }: Frame, vector: readonly number[], share: number): Frame {
  const angle = Math.hypot(...vector);
  const [x, y, z] = vector.map((value) => (angle === 0 ? 0 : value / angle));
  const half = (angle * share) / 2;
  const sine = Math.sin(half);
  const turned = frameOf({
    x: 0,
    y: 0,
    z: 0,
    i: (x ?? 0) * sine,
    j: (y ?? 0) * sine,
    k: (z ?? 0) * sine,
    w: Math.cos(half),
  });
  return { rotation: multiply(turned.rotation, rotation), position };
}

/** Returns the angle between two orientations in radians. */
export function angleBetween(from: Frame, to: Frame): number {
  return Math.hypot(...turnBetween(from, to));
}

function turn(r: readonly number[], [x, y, z]: readonly [number, number, number]): readonly [number, number, number] {
  const row = (at: number) => (r[at] ?? 0) * x + (r[at + 1] ?? 0) * y + (r[at + 2] ?? 0) * z;
  return [row(0), row(3), row(6)];
}

function multiply(l: readonly number[], r: readonly number[]): number[] {
  return l.map((_, index) => {
    const [row, column] = [Math.floor(index / 3) * 3, index % 3];
    return [0, 1, 2].reduce((sum, at) => sum + (l[row + at] ?? 0) * (r[at * 3 + column] ?? 0), 0);
  });
}

function transpose(r: readonly number[]): number[] {
  return r.map((_, index) => r[(index % 3) * 3 + Math.floor(index / 3)] ?? 0);
}
