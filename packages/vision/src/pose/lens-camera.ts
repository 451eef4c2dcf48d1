import { type Distortion, isDistorted, type Lens, noDistortion, pixelOf, rayOf, type Vec3 } from '@cellwright/geometry';

/** Intrinsics of a camera, pixels. */
export interface LensCamera {
  readonly fx: number;
  readonly fy: number;
  readonly ppx: number;
  readonly ppy: number;
  /** Default: none. */
  readonly distortion?: Distortion | undefined;
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Pixel of a point in the optical frame; undefined for a point that is not in front of the camera. */
export function projectPoint(camera: LensCamera, point: Vec3): Pixel | undefined {
  const [x, y] = pixelOf(lensOf(camera), point) ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}

/** Direction of a pixel in the optical frame, with z = 1. */
export function castRay(camera: LensCamera, { x, y }: Pixel): Vec3 {
  return rayOf(lensOf(camera), [x, y]);
}

/** Pixels as a lens without distortion would show them. */
export function straighten(camera: LensCamera, pixels: readonly Pixel[]): readonly Pixel[] {
  const lens = lensOf(camera);
  if (!isDistorted(lens)) return pixels;
  return pixels.map(({ x, y }) => {
    const [right, down] = rayOf(lens, [x, y]);
    return { x: camera.fx * right + camera.ppx, y: camera.fy * down + camera.ppy };
  });
}

function lensOf({ fx, fy, ppx, ppy, distortion = noDistortion }: LensCamera): Lens {
  return { fx, fy, cx: ppx, cy: ppy, distortion };
}
