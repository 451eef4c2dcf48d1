import {
  floorBelowBase,
  makePose,
  type Pose,
  quaternionFromEulerDegrees,
  rotateVec3,
  type Vec3,
} from '@cellwright/geometry';
import type { PalletBaseShape } from './pallet-shapes.ts';

/**
 * Returns the pallet frame in the base frame of an arm on its stand, metres: the origin at the lower left corner of the
 * top surface. The base frame is `floorBelowBase` above the floor.
 */
export function palletFrame(base: PalletBaseShape): Pose {
  const turn = quaternionFromEulerDegrees([0, 0, base.cornerYawDegrees]);
  const top = (base.floorToPalletDistanceMM + base.heightMM) / 1000 - floorBelowBase;
  const corner: Vec3 = [base.cornerXMM / 1000, base.cornerYMM / 1000, top];
  if (base.cornerToPosition === 'left') return makePose(corner, turn);
  const [x, y] = rotateVec3(turn, [base.lengthMM / 1000, 0, 0]);
  return makePose([corner[0] - x, corner[1] - y, top], turn);
}

/** Returns the fields of a pallet whose frame moved; it stays level and keeps its reference corner. */
export function movePallet<B extends PalletBaseShape>(base: B, motion: (pose: Pose) => Pose): B {
  const { x, y, z, ...turn } = motion(palletFrame(base));
  const along = rotateVec3(turn, [1, 0, 0]);
  const isLeft = base.cornerToPosition === 'left';
  const yaw = Math.atan2(along[1], along[0]);
  const reach = isLeft ? 0 : base.lengthMM;
  return {
    ...base,
    cornerXMM: x * 1000 + reach * Math.cos(yaw),
    cornerYMM: y * 1000 + reach * Math.sin(yaw),
    cornerYawDegrees: (yaw * 180) / Math.PI,
    floorToPalletDistanceMM: Math.max(0, (z + floorBelowBase) * 1000 - base.heightMM),
  };
}
