/** A point or direction in three dimensions, metres unless specified. */
export type Vec3 = readonly [number, number, number];

const zeroVec3: Vec3 = [0, 0, 0];

export function addVec3(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtractVec3(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scaleVec3(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dotVec3(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function crossVec3(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function normVec3(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function distanceVec3(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Returns the unit vector along `a`; a zero vector stays zero. */
export function normalizeVec3(a: Vec3): Vec3 {
  const length = normVec3(a);
  return length === 0 ? zeroVec3 : [a[0] / length, a[1] / length, a[2] / length];
}

/** Returns the point at fraction `t` on the line from `a` (0) to `b` (1). */
export function lerpVec3(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Returns the angle between two directions, 0..π rad; accurate also for nearly parallel ones. */
export function angleBetweenVec3(a: Vec3, b: Vec3): number {
  return Math.atan2(normVec3(crossVec3(a, b)), dotVec3(a, b));
}

/** Returns the mean of points. @throws RangeError for an empty list. */
export function averagePosition(points: readonly Vec3[]): Vec3 {
  if (points.length === 0) throw new RangeError('Cannot get average position of 0 positions');
  const sum = points.reduce<Vec3>((total, point) => addVec3(total, point), zeroVec3);
  return scaleVec3(sum, 1 / points.length);
}
