import type { Transform } from '@cellwright/geometry';
import type { PlanarArm } from './planar.ts';

/**
 * What both closed forms share: a first axis z, a second axis y across it, a third parallel to the second, all in a
 * canonical base frame, and a wrist point W that only the first joints place.
 *
 * The solver's angles are canonical: theta = sign · q + offset.
 */
export interface ArmGeometry {
  /** Root frame to canonical base frame (the inverse of the base frame's pose). */
  readonly rootToBase: Transform;
  /** Tip frame to canonical end frame, which sits at W. */
  readonly tipToEnd: Transform;
  /** From the first axis to the second, along x, m. */
  readonly shoulderOffset: number;
  /** W off the plane through the first axis, along the second axis, m. */
  readonly lateral: number;
  readonly planar: PlanarArm;
  /** W is taken to be at least this far from where both shoulder solutions are one, m; 0 for exact geometry. */
  readonly leastForward: number;
  readonly signs: Float64Array;
  readonly offsets: Float64Array;
  /** How far the canonical chain is from the real one anywhere tried: the larger of metres and radians. */
  residual: number;
}

/** Axes 2, 3 and 4 parallel, 5 across 4, 6 across 5 and meeting it in W. */
export interface ThreeParallelGeometry extends ArmGeometry {
  readonly kind: 'threeParallel';
  /** From axis 4 to W at theta2 + theta3 + theta4 = 0: x across, z along axis 5, m. */
  readonly wristX: number;
  readonly wristZ: number;
}

/** Axes 2 and 3 parallel, 4, 5 and 6 meeting in W, 5 across 4 and 6 across 5. */
export interface SphericalWristGeometry extends ArmGeometry {
  readonly kind: 'sphericalWrist';
  /** The wrist's zero orientation in the forearm, 3×3 row-major. */
  readonly forearmToWrist: Float64Array;
}

export type RecognizedGeometry = ThreeParallelGeometry | SphericalWristGeometry;

/** How far W may be out of reach and still be taken as reached, m: rounding of the target, well under 1e-9. */
export const reachTolerance = 5e-10;

/** Nearer to the first axis than this, m, W is on it. */
export const freeShoulderRadius = 2e-10;
