import * as z from 'zod';
import { robotSessionStateSchema } from './runner-state.ts';
import { patchOperationSchema } from './state-sync.ts';

/** Seconds since the run began. */
const seconds = z.number().min(0);

/** Get a part of the recording of a run, some seconds long. */
export const replayPartSchema = z.object({
  index: z.number().int().min(0),
  from: seconds,
  to: seconds,
  /** Starts with the whole state; without a keyframe it continues the part before. */
  hasKeyframe: z.boolean(),
});
export type ReplayPart = z.infer<typeof replayPartSchema>;

/** Recording of a run in order. Times are seconds since the run began. */
export const replaySchema = z.object({
  runID: z.string(),
  /** Start and end of the replay: the start of a very long run is deleted before its end. */
  from: seconds,
  to: seconds,
  parts: z.array(replayPartSchema),
});
export type Replay = z.infer<typeof replaySchema>;

/** Position of the arm: seconds since the run began, then the joint angles, rad. */
export const replayPlaceSchema = z.array(z.number()).length(7);

/** Content of one part. Between two places the motion is straight in joint space, to within 0.1 mrad. */
export const replayRecordSchema = z.object({
  keyframe: robotSessionStateSchema.nullable(),
  changes: z.array(z.object({ at: seconds, patch: z.array(patchOperationSchema) })),
  places: z.array(replayPlaceSchema),
});
export type ReplayRecord = z.infer<typeof replayRecordSchema>;

/** A run at one point in time, as clients saw it then. */
export const replayMomentSchema = z.object({
  runID: z.string(),
  seconds,
  /** Joint angles, rad; null while the controller was unreachable. */
  joints: z.array(z.number()).nullable(),
  state: robotSessionStateSchema,
});
export type ReplayMoment = z.infer<typeof replayMomentSchema>;

/**
 * Returns the parts that define the state at a point in time, starting with the last keyframe before it. Empty if a
 * part was lost.
 */
export function partsFor(parts: readonly ReplayPart[], at: number): readonly ReplayPart[] {
  const last = Math.max(
    0,
    parts.findLastIndex(({ from }) => from <= at),
  );
  const first = parts.findLastIndex(({ hasKeyframe }, index) => index <= last && hasKeyframe);
  const [begin, end] = [parts[first], parts[last]];
  const isWhole = begin && end && end.index - begin.index === last - first;
  return isWhole ? parts.slice(first, last + 1) : [];
}

/**
 * Interpolates the joint angles at a point in time, rad, between the two places around it. Null before the first place.
 */
export function jointsAt(places: readonly (readonly number[])[], at: number): number[] | null {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const before = places[low - 1];
  const after = places[low];
  if (!before) return null;
  const [t0 = 0, ...from] = before;
  if (!after) return from;
  const [t1 = 0, ...to] = after;
  return from.map((angle, joint) => angle + ((to[joint] ?? angle) - angle) * ((at - t0) / (t1 - t0)));
}
