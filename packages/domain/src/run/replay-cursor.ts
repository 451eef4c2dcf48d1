import { KeyCounts } from '../basics/key-counts.ts';
import { jointsAt, type ReplayRecord } from './replay.ts';
import { type RobotSessionState, robotSessionStateSchema } from './runner-state.ts';
import { applyOperation } from './state-replica.ts';

/** A position in the recording of a run. */
export interface ReplayCursor {
  /**
   * Returns the run at a point in time, seconds since it began. The cost of moving forwards is that of the changes in
   * between; of moving backwards, that of all changes since the first record. The state is the same object if nothing
   * changed.
   */
  seek(at: number): { readonly state: RobotSessionState; readonly joints: number[] | null };
}

/**
 * Creates a cursor over consecutive records; the first has a keyframe. Undefined if it has none.
 * @throws RangeError from `seek` where a change does not fit the previous state: a record is missing.
 */
export function createReplayCursor(records: readonly ReplayRecord[]): ReplayCursor | undefined {
  const keyframe = records[0]?.keyframe;
  if (!keyframe) return undefined;
  const changes = records.flatMap((record) => record.changes);
  const counts = new KeyCounts();
  let next = 0;
  let target: { hash: number; state: unknown } = { hash: 0, state: structuredClone(keyframe) };
  let told: RobotSessionState | undefined;
  const rewind = () => {
    next = 0;
    target = { hash: 0, state: structuredClone(keyframe) };
    told = undefined;
  };
  return {
    seek(at) {
      const previous = changes[next - 1];
      if (previous && previous.at > at) rewind();
      for (let change = changes[next]; change && change.at <= at; change = changes[++next]) {
        told = undefined;
        for (const operation of change.patch) {
          if (!applyOperation(target, operation, counts))
            throw new RangeError('The recording is damaged: a change cannot be applied');
        }
      }
      told ??= robotSessionStateSchema.parse(structuredClone(target.state));
      return { state: told, joints: placeIn(records, at) };
    },
  };
}

/** Each record begins with the last place of the one before. */
function placeIn(records: readonly ReplayRecord[], at: number): number[] | null {
  const record = records.findLast(({ places }) => (places[0]?.[0] ?? Number.POSITIVE_INFINITY) <= at);
  return record ? jointsAt(record.places, at) : null;
}
