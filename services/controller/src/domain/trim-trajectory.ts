import { createSample, type Trajectory, TrajectorySampler } from '@cellwright/trajectory';

/** Points nearer than this to the cut count as the cut, seconds. */
const sameTime = 1e-9;

/**
 * Returns the rest of a trajectory from `start` seconds on. The curve is unchanged, since a piece of a quintic is the
 * same quintic.
 */
export function trimTrajectory(trajectory: Trajectory, start: number): Trajectory {
  if (start <= 0) return trajectory;
  const sampler = new TrajectorySampler(trajectory);
  const cut = createSample(sampler.jointCount);
  sampler.sample(start, cut);
  const rest = trajectory.points
    .filter(({ timeFromStart }) => timeFromStart > start + sameTime)
    .map((point) => ({ ...point, timeFromStart: point.timeFromStart - start }));
  return { points: [{ timeFromStart: 0, ...cut }, ...rest] };
}
