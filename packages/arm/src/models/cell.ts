import { floorBelowBase, identityPose, type Pose, type Vec3 } from '@cellwright/geometry';

/** A fixed object around the arm, in the arm's root frame, metres. A half space fills everything below its surface. */
export type CellPrimitive =
  | {
      readonly kind: 'box';
      readonly name: string;
      readonly pose: Pose;
      readonly size: Vec3;
      /** Links that are mounted on it and may touch it. */
      readonly allowedLinks: readonly string[];
    }
  | {
      readonly kind: 'halfSpace';
      readonly name: string;
      readonly point: Vec3;
      /** Unit vector out of the filled side. */
      readonly normal: Vec3;
      readonly allowedLinks: readonly string[];
    };

/** The column the arm is bolted to: 0.215 × 0.215 × 0.25 m, its top at the base. */
export const defaultStand: CellPrimitive = {
  kind: 'box',
  name: 'stand',
  pose: { ...identityPose, z: -floorBelowBase / 2 },
  size: [0.215, 0.215, floorBelowBase],
  allowedLinks: ['base_link'],
};

/** The floor under the stand. */
export const defaultFloor: CellPrimitive = {
  kind: 'halfSpace',
  name: 'floor',
  point: [0, 0, -floorBelowBase],
  normal: [0, 0, 1],
  allowedLinks: [],
};

export const defaultCell: readonly CellPrimitive[] = [defaultStand, defaultFloor];
