/** Measurements of a force sensor, as an endless stream. */
import type { ForceSample } from '@cellwright/equipment/capabilities';
import type { FollowForceResponse } from '@cellwright/proto/equipment';

/** Yields every measurement until the signal aborts; a slow reader gets the newest. */
export async function* followForce(
  follow: (tell: (sample: ForceSample) => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<FollowForceResponse> {
  let newest: ForceSample | undefined;
  let wake: () => void = () => undefined;
  const unfollow = follow((sample) => {
    newest = sample;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = newest;
      newest = undefined;
      if (next) yield toWire(next);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', onAbort);
  }
}

function toWire(sample: ForceSample): FollowForceResponse {
  if (!sample.ok) return { force: [], torque: [], problem: sample.problem };
  return { force: [...sample.force], torque: [...sample.torque], problem: '' };
}
