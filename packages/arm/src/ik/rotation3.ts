import type { Vec3 } from '@cellwright/geometry';

/** A 3×3 rotation, row-major; for set-up, not for hot loops. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

export function rotationAboutY(angle: number): Rotation {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, 0, s, 0, 1, 0, -s, 0, c];
}

export function rotationAboutZ(angle: number): Rotation {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

export function turnAboutY(angle: number, v: Vec3): Vec3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c * v[0] + s * v[2], v[1], c * v[2] - s * v[0]];
}

export function multiplyRotations(a: Rotation, b: Rotation): Rotation {
  const [b0, b1, b2, b3, b4, b5, b6, b7, b8] = b;
  const times = (x: number, y: number, z: number) =>
    [x * b0 + y * b3 + z * b6, x * b1 + y * b4 + z * b7, x * b2 + y * b5 + z * b8] as const;
  return [...times(a[0], a[1], a[2]), ...times(a[3], a[4], a[5]), ...times(a[6], a[7], a[8])];
}

export function rotateBy(r: Rotation, v: Vec3): Vec3 {
  return [
    r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
    r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
    r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
  ];
}
