import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import type { ArmSolid, ArmViewProps, SolidShape } from './arm-view-props.ts';

/** Sphere in the world, m. */
export interface Bounds {
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

type Shown = Pick<ArmViewProps, 'base' | 'places' | 'paths' | 'solids' | 'handle'>;

/** Returns a sphere around the selected things of a picture; undefined if nothing is selected. */
export function boundSelection({ base = identityPose, places = [], paths = [], solids, handle }: Shown) {
  const inWorld = (x: number, y: number, z: number) => place(base, x, y, z);
  const spheres: Bounds[] = [
    ...places.filter(({ isChosen }) => isChosen).map(({ pose: { x, y, z } }) => point(inWorld(x, y, z))),
    ...paths.filter(({ isChosen }) => isChosen).flatMap(({ points }) => points.map((at) => point(inWorld(...at)))),
    ...solids.filter(({ isChosen }) => isChosen).map(boundSolid),
    ...(handle ? [point([handle.pose.x, handle.pose.y, handle.pose.z])] : []),
  ];
  return spheres.length === 0 ? undefined : boundAll(spheres);
}

function point(center: Bounds['center']): Bounds {
  return { center, radius: 0 };
}

function place(frame: Pose, x: number, y: number, z: number): Bounds['center'] {
  const at = composePoses(frame, { ...identityPose, x, y, z });
  return [at.x, at.y, at.z];
}

/** Returns a sphere around spheres: around the middle of the box that contains them. */
function boundAll(spheres: readonly Bounds[]): Bounds {
  const ends = ([0, 1, 2] as const).map((axis) => ({
    low: Math.min(...spheres.map(({ center, radius }) => center[axis] - radius)),
    high: Math.max(...spheres.map(({ center, radius }) => center[axis] + radius)),
  }));
  const [x, y, z] = ends.map(({ low, high }) => (low + high) / 2);
  const center = [x ?? 0, y ?? 0, z ?? 0] as const;
  const reach = ({ center: at, radius }: Bounds) =>
    Math.hypot(at[0] - center[0], at[1] - center[1], at[2] - center[2]) + radius;
  return { center, radius: Math.max(...spheres.map(reach)) };
}

function boundSolid({ shape, pose }: ArmSolid): Bounds {
  const { low, high } = extentOf(shape);
  const [x, y, z] = ([0, 1, 2] as const).map((axis) => (low[axis] + high[axis]) / 2);
  const radius = Math.hypot(...([0, 1, 2] as const).map((axis) => (high[axis] - low[axis]) / 2));
  return { center: place(pose, x ?? 0, y ?? 0, z ?? 0), radius };
}

type Corner = readonly [number, number, number];

function extentOf(shape: SolidShape): { readonly low: Corner; readonly high: Corner } {
  switch (shape.kind) {
    case 'box':
      return around(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    case 'sphere':
      return around(shape.radius, shape.radius, shape.radius);
    case 'cylinder':
      return around(shape.radius, shape.radius, shape.length / 2);
    case 'capsule':
      return around(shape.radius, shape.radius, shape.length / 2 + shape.radius);
    case 'convex':
      return extentOfPoints(shape.vertices, 1);
    case 'mesh':
      return extentOfPoints(shape.corners, shape.scale);
  }
}

function around(x: number, y: number, z: number) {
  return { low: [-x, -y, -z], high: [x, y, z] } as const;
}

function extentOfPoints(numbers: ArrayLike<number>, scale: number) {
  const low: [number, number, number] = [0, 0, 0];
  const high: [number, number, number] = [0, 0, 0];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    for (const axis of [0, 1, 2] as const) {
      const value = (numbers[at + axis] ?? 0) * scale;
      low[axis] = at === 0 ? value : Math.min(low[axis], value);
      high[axis] = at === 0 ? value : Math.max(high[axis], value);
    }
  }
  return { low, high };
}
