import type { Pose } from '@cellwright/geometry';
import { createSample, type Trajectory, TrajectorySampler, trajectoryDuration } from '@cellwright/trajectory';

/** Between samples, seconds. */
export const sampleStep = 0.016;

/** A trajectory at a moment: rad, rad/s, rad/s². */
export interface Sample {
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

/** A trajectory at even steps, its end included. */
export function sampleEvenly(trajectory: Trajectory): Sample[] {
  const sampler = new TrajectorySampler(trajectory);
  const duration = trajectoryDuration(trajectory);
  const out = createSample(6);
  return Array.from({ length: Math.ceil(duration / sampleStep) + 1 }, (_, index) => {
    sampler.sample(Math.min(index * sampleStep, duration), out);
    return {
      positions: [...out.positions],
      velocities: [...out.velocities],
      accelerations: [...out.accelerations],
    };
  });
}

/** The part of a segment that leads to one target: from sample to sample, both included. */
export interface Leg {
  readonly targetIndex: number;
  readonly first: number;
  readonly last: number;
  /** Where the TCP is to be at its ends, whatever rounding leaves of them. */
  readonly from: Pose;
  readonly to: Pose;
  /** Where the TCP that the target moves is at every sample of the segment, base frame, tool0's axes. */
  readonly places: readonly Pose[];
}
