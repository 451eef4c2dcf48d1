import type { Transform } from '@cellwright/geometry';
import type { PlanarArm } from './planar.ts';

/**
 * Geometry shared by both closed forms: a first axis z, a second axis y perpendicular to it, a third parallel to the
 * second, all in a canonical base frame, and a wrist point W that only the first joints move.
 *
 * The solver's angles are canonical: theta = sign · q + offset.
 */
export interface ArmGeometry {
  /** Transform from the root frame to the canonical base frame (the inverse of the base frame's pose). */
  readonly rootToBase: Transform;
  /** Transform from the tip frame to the canonical end frame, which is at W. */
  readonly tipToEnd: Transform;
  /** Distance from the first axis to the second, along x, m. */
  readonly shoulderOffset: number;
  /** Offset of W from the plane through the first axis, along the second axis, m. */
  readonly lateral: number;
  readonly planar: PlanarArm;
  /** Assumed minimum distance of W from the point where both shoulder solutions are one, m; 0 for exact geometry. */
  readonly leastForward: number;
  readonly signs: Float64Array;
  readonly offsets: Float64Array;
  /**
   * Largest difference between the canonical chain and the real one in all sampled postures: the larger of metres and
   * radians.
   */
  residual: number;
}

/** Geometry with parallel axes 2, 3 and 4; 5 is perpendicular to 4, and 6 to 5, which it meets in W. */
export interface ThreeParallelGeometry extends ArmGeometry {
  readonly kind: 'threeParallel';
  /** Offset from axis 4 to W at theta2 + theta3 + theta4 = 0: x across, z along axis 5, m. */
  readonly wristX: number;
  readonly wristZ: number;
}

/** Geometry with parallel axes 2 and 3; 4, 5 and 6 meet in W, 5 is perpendicular to 4 and 6 to 5. */
export interface SphericalWristGeometry extends ArmGeometry {
  readonly kind: 'sphericalWrist';
  /** The wrist's zero orientation in the forearm, 3×3 row-major. */
  readonly forearmToWrist: Float64Array;
}

export type RecognizedGeometry = ThreeParallelGeometry | SphericalWristGeometry;

/** Distance by which W may be out of reach and still count as reached, m: rounding of the target, far below 1e-9. */
export const reachTolerance = 5e-10;

/** Distance from the first axis below which W counts as on it, m. */
export const freeShoulderRadius = 2e-10;
