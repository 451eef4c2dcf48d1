/** Samples of devices on the wire. */
import type { Clock } from '@cellwright/domain/basics';
import type { CameraSample, ForceSample } from '@cellwright/equipment/capabilities';
import type { FollowCameraResponse, FollowForceResponse } from '@cellwright/proto/equipment';
import { newestSamples } from './newest-samples.ts';

type Follow<Sample> = (listener: (sample: Sample) => void) => () => void;

export async function* streamForce(
  follow: Follow<ForceSample>,
  signal: AbortSignal,
): AsyncGenerator<FollowForceResponse> {
  for await (const sample of newestSamples(follow, signal)) {
    if (sample.ok) yield { force: [...sample.force], torque: [...sample.torque], problem: '' };
    else yield { force: [], torque: [], problem: sample.problem };
  }
}

export async function* streamFrames(
  follow: Follow<CameraSample>,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): AsyncGenerator<FollowCameraResponse> {
  const isLast = (sample: CameraSample) => !sample.ok && sample.isLast === true;
  for await (const sample of newestSamples(follow, signal, isLast)) yield toWireFrame(sample, clock.now());
}

function toWireFrame(sample: CameraSample, now: number): FollowCameraResponse {
  if (!sample.ok)
    return { jpeg: Buffer.alloc(0), sequence: 0, ageMs: 0, validForMs: 0, jointAngles: [], problem: sample.problem };
  const { jpeg, sequence, capturedAt, validForMS, jointAngles = [] } = sample.frame;
  const ageMs = Math.max(0, now - capturedAt);
  return {
    ...{ jpeg: Buffer.from(jpeg), sequence, ageMs, validForMs: validForMS, problem: '' },
    jointAngles: [...jointAngles],
  };
}
