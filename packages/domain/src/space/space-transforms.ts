import {
  addVec3,
  composePoses,
  crossVec3,
  invertPose,
  makePose,
  multiplyQuaternions,
  normalizePose,
  positionOf,
  quaternionOfTransform,
  rotateVec3,
  type Vec3,
} from '@cellwright/geometry';
import type { WirePose } from '../robot/position.ts';
import { completeSpaceItem, mapSpaceItem } from './space-frames.ts';
import type { SpaceItem } from './space-item.ts';

export const transformAxes = ['x', 'y', 'z'] as const;
export type TransformAxis = (typeof transformAxes)[number];

/** A change of positions along or about the axes of a frame. */
export type SpaceTransform =
  /** Metres. */
  | { readonly kind: 'translate'; readonly by: Vec3 }
  /** About an axis through the origin, rad. */
  | { readonly kind: 'rotate'; readonly axis: TransformAxis; readonly angle: number }
  /** At the plane through the origin whose normal is the axis. */
  | { readonly kind: 'mirror'; readonly axis: TransformAxis };

/** Kinds of items that can be transformed: positions, and what follows from positions. */
const transformedKinds: ReadonlySet<SpaceItem['kind']> = new Set([
  'singlePosition',
  'freeformPositionList',
  'gridPositionList',
  'plane',
]);

export function canTransform({ kind }: SpaceItem): boolean {
  return transformedKinds.has(kind);
}

/** Returns a pose after a transform. `frame` is the frame of its axes; both are given in the base frame. */
export function transformPose(pose: WirePose, transform: SpaceTransform, frame: WirePose): WirePose {
  const local = composePoses(invertPose(frame), pose);
  return normalizePose(composePoses(frame, transformLocal(local, transform)));
}

function transformLocal(pose: WirePose, transform: SpaceTransform): WirePose {
  switch (transform.kind) {
    case 'translate':
      return makePose(addVec3(positionOf(pose), transform.by), pose);
    case 'rotate': {
      const turn = turnAbout(transform.axis, transform.angle);
      return makePose(rotateVec3(turn, positionOf(pose)), multiplyQuaternions(turn, pose));
    }
    case 'mirror':
      return mirror(pose, transform.axis);
  }
}

function turnAbout(axis: TransformAxis, angle: number) {
  const none = { i: 0, j: 0, k: 0, w: Math.cos(angle / 2) };
  const part = ({ x: 'i', y: 'j', z: 'k' } as const)[axis];
  return { ...none, [part]: Math.sin(angle / 2) };
}

/**
 * A tool cannot be mirrored, only turned. Its x-axis, which points away from the flange, and its z-axis are mirrored; its
 * y-axis follows from them.
 */
function mirror(pose: WirePose, axis: TransformAxis): WirePose {
  const index = transformAxes.indexOf(axis);
  const reflect = ([x, y, z]: Vec3): Vec3 => [index === 0 ? -x : x, index === 1 ? -y : y, index === 2 ? -z : z];
  const x = reflect(rotateVec3(pose, [1, 0, 0]));
  const z = reflect(rotateVec3(pose, [0, 0, 1]));
  const y = crossVec3(z, x);
  const columns = new Float64Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0]);
  return makePose(reflect(positionOf(pose)), quaternionOfTransform(columns));
}

/**
 * Returns an item after a transform, given where its anchor is now. Joint angles lead to the old positions and are
 * dropped.
 */
export function transformSpaceItem(item: SpaceItem, transform: SpaceTransform, frame: WirePose): SpaceItem {
  const { anchorPose: _, ...moved } = mapSpaceItem(item, (pose) => transformPose(pose, transform, frame));
  // The frame of the anchor is filled in as it is then: the anchor may be transformed, too.
  return completeSpaceItem(moved);
}
