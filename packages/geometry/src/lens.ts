import type { Vec3 } from './vec3.ts';

/** Brown–Conrady coefficients, in the order and sense of OpenCV. */
export interface Distortion {
  readonly k1: number;
  readonly k2: number;
  readonly p1: number;
  readonly p2: number;
  readonly k3: number;
}

export const noDistortion: Distortion = { k1: 0, k2: 0, p1: 0, p2: 0, k3: 0 };

/** Intrinsics in pixels. Pixel centres are whole numbers: the first one is at 0, 0. */
export interface Lens {
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  readonly distortion: Distortion;
}

type Point = readonly [x: number, y: number];

export function isDistorted({ distortion: { k1, k2, p1, p2, k3 } }: Lens): boolean {
  return k1 !== 0 || k2 !== 0 || p1 !== 0 || p2 !== 0 || k3 !== 0;
}

/** Pixel of a point in the optical frame; undefined for a point that is not in front of the lens. */
export function pixelOf(lens: Lens, [x, y, z]: Vec3): Point | undefined {
  if (!(z > 0)) return undefined;
  const [u, v] = distort(lens.distortion, x / z, y / z);
  return [lens.fx * u + lens.cx, lens.fy * v + lens.cy];
}

/** Direction of a pixel in the optical frame, with z = 1. */
export function rayOf(lens: Lens, [column, row]: Point): Vec3 {
  const [x, y] = undistort(lens.distortion, (column - lens.cx) / lens.fx, (row - lens.cy) / lens.fy);
  return [x, y, 1];
}

function distort({ k1, k2, p1, p2, k3 }: Distortion, x: number, y: number): Point {
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y];
}

const iterations = 40;
const closeEnough = 1e-12;

/** Inverse of {@link distort} by Newton's method with a numeric derivative. */
function undistort(distortion: Distortion, u: number, v: number): Point {
  const step = 1e-6;
  let x = u;
  let y = v;
  for (let count = 0; count < iterations; count += 1) {
    const [atX, atY] = distort(distortion, x, y);
    const errorX = atX - u;
    const errorY = atY - v;
    if (Math.abs(errorX) + Math.abs(errorY) < closeEnough) break;
    const [alongX, acrossX] = distort(distortion, x + step, y);
    const [acrossY, alongY] = distort(distortion, x, y + step);
    const a = (alongX - atX) / step;
    const b = (acrossY - atX) / step;
    const c = (acrossX - atY) / step;
    const d = (alongY - atY) / step;
    const determinant = a * d - b * c;
    if (Math.abs(determinant) < 1e-9) break;
    x -= (d * errorX - b * errorY) / determinant;
    y -= (a * errorY - c * errorX) / determinant;
  }
  return [x, y];
}
