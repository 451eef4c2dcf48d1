import { ProductError } from '@cellwright/domain/basics';
import {
  createReplayCursor,
  partsFor,
  type Replay,
  type ReplayCursor,
  type ReplayPart,
  type ReplayRecord,
  type RobotSessionState,
} from '@cellwright/domain/run';

/** State of a run at an instant. */
export interface Instant {
  /** Seconds since the run began. */
  readonly at: number;
  readonly state: RobotSessionState;
  /** Joint angles, rad; null while the controller sent none. */
  readonly joints: readonly number[] | null;
}

/** Reads parts of recordings. */
export interface RecordReader {
  /**
   * Reads one part.
   * @throws ProductError `not_found` where nothing was recorded or the recording was removed.
   */
  replayRecord(runID: string, index: number): Promise<ReplayRecord>;
}

/** Seeks to any instant of a recorded run. */
export interface ReplayPlayer {
  readonly replay: Replay;
  /** Returns the instant if its part is loaded; undefined when parts must be loaded first. */
  peek(at: number): Instant | undefined;
  /**
   * Returns the instant.
   * @throws ProductError `not_found` where a part is missing, or the cell's refusal.
   */
  seek(at: number): Promise<Instant>;
}

/** Maximum number of loaded parts: at five seconds each, some minutes around the player's position. */
const maxHeld = 200;

export function createReplayPlayer(replay: Replay, reader: RecordReader): ReplayPlayer {
  const { runID, parts } = replay;
  const held = new Map<number, ReplayRecord>();
  const asked = new Map<number, Promise<ReplayRecord>>();
  let cursor: { readonly key: string; readonly value: ReplayCursor } | undefined;

  const ask = (index: number): Promise<ReplayRecord> => {
    const running = asked.get(index);
    if (running) return running;
    const record = reader.replayRecord(runID, index);
    asked.set(index, record);
    const settle = () => asked.delete(index);
    record.then((value) => held.set(index, value)).then(settle, settle);
    return record;
  };
  const within = (at: number) => Math.min(Math.max(at, replay.from), replay.to);
  const neededAt = (at: number) => {
    const needed = partsFor(parts, at);
    if (needed.length === 0) throw new ProductError('not_found', 'This instant is not recorded. Choose another');
    return needed;
  };
  const tell = (at: number, needed: readonly ReplayPart[], records: readonly ReplayRecord[]): Instant => {
    const key = needed.map(({ index }) => index).join();
    const value = cursor?.key === key ? cursor.value : createReplayCursor(records);
    if (!value) throw new ProductError('not_found', 'This instant is not recorded. Choose another');
    cursor = { key, value };
    return { at, ...value.seek(at) };
  };
  const forget = (needed: readonly ReplayPart[]) => {
    const kept = new Set(needed.map(({ index }) => index));
    for (const index of held.keys()) if (held.size > maxHeld && !kept.has(index)) held.delete(index);
  };
  const lookAhead = (needed: readonly ReplayPart[]) => {
    const next = parts[parts.findIndex(({ index }) => index === needed.at(-1)?.index) + 1];
    // A part that fails to load is reported when it is needed.
    if (next && !held.has(next.index)) ask(next.index).catch(() => undefined);
  };
  return {
    replay,
    peek(wanted) {
      const at = within(wanted);
      const needed = neededAt(at);
      const records = needed.flatMap(({ index }) => held.get(index) ?? []);
      if (records.length < needed.length) return undefined;
      lookAhead(needed);
      return tell(at, needed, records);
    },
    async seek(wanted) {
      const at = within(wanted);
      const needed = neededAt(at);
      const records = await Promise.all(needed.map(({ index }) => held.get(index) ?? ask(index)));
      forget(needed);
      lookAhead(needed);
      return tell(at, needed, records);
    },
  };
}
