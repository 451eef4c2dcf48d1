/**
 * Vectors, quaternions, poses, frames and units. Pure. Metres and radians unless a name says otherwise;
 * quaternions are i, j, k, w.
 */
export * from './align.ts';
export * from './angles.ts';
export * from './beside-travel.ts';
export * from './floor.ts';
export * from './grid.ts';
export { type Distortion, isDistorted, type Lens, noDistortion, pixelOf, rayOf } from './lens.ts';
export * from './plane.ts';
export * from './pose.ts';
export * from './quaternion.ts';
export * from './random.ts';
export type * from './result.ts';
export * from './rotation.ts';
export * from './simplify-path.ts';
export * from './transform.ts';
export * from './units.ts';
export * from './vec3.ts';
