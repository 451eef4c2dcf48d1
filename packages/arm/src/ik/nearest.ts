import { type ArmModel, jointCount } from '../model/arm-model.ts';

/**
 * Criterion for the best of several postures for a seed. `speed`: the one reached first, every joint at its own maximum
 * velocity. `distance`: the one with the least joint movement (Euclidean, rad).
 */
export type SolverType = 'speed' | 'distance';

/** Returns the cost of a move between two postures: seconds for `speed`, radians for `distance`. */
export function costOfMove(
  type: SolverType,
  velocities: ArrayLike<number>,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): number {
  let longest = 0;
  let squares = 0;
  for (let joint = 0; joint < jointCount; joint += 1) {
    const travel = Math.abs((to[joint] ?? 0) - (from[joint] ?? 0));
    longest = Math.max(longest, travel / (velocities[joint] ?? 1));
    squares += travel * travel;
  }
  return type === 'speed' ? longest : Math.sqrt(squares);
}

export function velocitiesOf(model: ArmModel): Float64Array {
  return Float64Array.from(model.joints, (joint, index) => model.motionLimits.velocity[index] ?? joint.limits.velocity);
}
