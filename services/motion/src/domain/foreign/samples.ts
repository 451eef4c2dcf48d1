import type { Pose } from '@cellwright/geometry';
import { createSample, type Trajectory, TrajectorySampler, trajectoryDuration } from '@cellwright/trajectory';

/** Time between samples, seconds. */
export const sampleStep = 0.016;

/** A trajectory at one time: rad, rad/s, rad/s². */
export interface Sample {
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

/** Samples a trajectory at even steps, including its end. */
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
  /** Poses of the TCP at its ends, without blending. */
  readonly from: Pose;
  readonly to: Pose;
  /** Pose of the target's TCP at every sample of the segment, base frame, tool0's axes. */
  readonly places: readonly Pose[];
}
