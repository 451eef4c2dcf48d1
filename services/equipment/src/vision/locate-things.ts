import { restPoseFromTool0 } from '@cellwright/arm';
import type {
  FoundBlob,
  LensIntrinsics,
  LocatedThing,
  RegionOfInterest,
  VisionArgs,
} from '@cellwright/domain/equipment';
import {
  addVec3,
  composePoses,
  crossVec3,
  dotVec3,
  makePose,
  normalizeVec3,
  normVec3,
  type Pose,
  positionOf,
  quaternionOfTransform,
  rotateVec3,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import { castRay, type Pixel } from '@cellwright/vision';

/** Distance of the pixel that shows the direction of a thing, pixels. */
const along = 8;

export interface View {
  readonly intrinsics: LensIntrinsics;
  /** Optical frame in the base frame. */
  readonly camera: Pose;
}

/** Keeps the things whose middle is in a region. */
export function keepInRegion(things: readonly FoundBlob[], region: RegionOfInterest | undefined): readonly FoundBlob[] {
  if (!region) return things;
  const points = region.kind === 'polygon' ? region.points : cornersOf(region);
  return things.filter((thing) => isInside(thing, points));
}

function cornersOf({ x, y, width, height, rotation }: Extract<RegionOfInterest, { kind: 'rectangle' }>): Pixel[] {
  const [cosine, sine] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, down = 0]) => ({
    x: x + (right * width * cosine - down * height * sine) / 2,
    y: y + (right * width * sine + down * height * cosine) / 2,
  }));
}

function isInside({ x, y }: Pixel, points: readonly Pixel[]): boolean {
  let inside = false;
  let before = points.at(-1);
  for (const point of points) {
    if (before && point.y > y !== before.y > y) {
      const crossing = point.x + ((y - point.y) * (before.x - point.x)) / (before.y - point.y);
      if (x < crossing) inside = !inside;
    }
    before = point;
  }
  return inside;
}

/**
 * Places found things on a plane, where the rays of their pixels meet it, as poses of the tooltip. Those whose rays do not
 * are left out.
 */
export function locateThings(
  things: readonly FoundBlob[],
  view: View,
  { plane, objectHeight, transform }: Pick<VisionArgs<'locate'>, 'plane' | 'objectHeight' | 'transform'>,
): LocatedThing[] {
  const eye = positionOf(view.camera);
  const upright = rotateVec3(plane, [0, 0, 1]);
  // The normal points to the camera, however the plane was taught.
  const normal = dotVec3(upright, subtractVec3(eye, positionOf(plane))) < 0 ? scaleVec3(upright, -1) : upright;
  const surface = { origin: addVec3(positionOf(plane), scaleVec3(normal, objectHeight)), normal };
  return things.flatMap((thing): LocatedThing[] => {
    const angle = (thing.rotation * Math.PI) / 180;
    const middle = meet(view, surface, thing);
    const beside = meet(view, surface, { x: thing.x + along * Math.cos(angle), y: thing.y + along * Math.sin(angle) });
    if (!middle || !beside) return [];
    const pose = poseOn(normal, middle, beside, rotateVec3(plane, [1, 0, 0]));
    if (!pose) return [];
    return [{ ...thing, pose: restPoseFromTool0(transform ? composePoses(pose, transform) : pose) }];
  });
}

interface Surface {
  readonly origin: Vec3;
  readonly normal: Vec3;
}

function meet({ intrinsics, camera }: View, { origin, normal }: Surface, pixel: Pixel): Vec3 | undefined {
  const ray = rotateVec3(camera, castRay(intrinsics, pixel));
  const eye = positionOf(camera);
  const distance = dotVec3(normal, subtractVec3(origin, eye)) / dotVec3(normal, ray);
  return Number.isFinite(distance) && distance > 0 ? addVec3(eye, scaleVec3(ray, distance)) : undefined;
}

/** z into the surface, x along the thing, to the side of the plane's own x. */
function poseOn(normal: Vec3, middle: Vec3, beside: Vec3, planeX: Vec3): Pose | undefined {
  const direction = subtractVec3(beside, middle);
  if (normVec3(direction) === 0) return undefined;
  const straight = normalizeVec3(direction);
  const x = dotVec3(straight, planeX) < 0 ? scaleVec3(straight, -1) : straight;
  const z = scaleVec3(normal, -1);
  const y = crossVec3(z, x);
  const columns = new Float64Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0]);
  return makePose(middle, quaternionOfTransform(columns));
}
