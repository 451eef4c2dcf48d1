import type { JointAngles } from '@cellwright/domain/robot';
import { createSample, type JointSample, sampleTrajectory, type Trajectory } from '@cellwright/trajectory';

/** Returns the sample of a trajectory at a time, s. */
export function sampleAt(trajectory: Trajectory, time: number): JointSample {
  const out = createSample(6);
  sampleTrajectory(trajectory, time, out);
  return out;
}

export function sixOf(values: readonly number[]): JointAngles {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
}
