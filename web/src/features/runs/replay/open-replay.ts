import { getReplay, getReplayPart } from '@cellwright/calls';
import { createReplayPlayer, type ReplayPlayer } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import type { Replay, Run } from '@cellwright/domain/run';
import { cell } from '../../../api/cell.ts';
import { readDuration } from '../read-duration.ts';

/** Opens the recording of a run. @throws ProductError `not_found` if nothing was recorded */
export async function openReplay(run: Run, signal: AbortSignal): Promise<ReplayPlayer> {
  return createReplayPlayer(await readWhole(run, signal), { replayRecord });
}

const replayRecord = (id: string, index: number) => cell.call(getReplayPart, { id, index });

/** The end is recorded with a delay: wait for a run that has just ended, ms per attempt. */
const waitMS = 500;
const tries = 5;

/** Reads the recording of a run; a crash may have lost its end. */
async function readWhole(run: Run, signal: AbortSignal): Promise<Replay> {
  for (let left = tries - 1; ; left--) {
    try {
      const replay = await cell.call(getReplay, { id: run.id }, { signal });
      if (left === 0 || replay.to >= readDuration(run)) return replay;
    } catch (error) {
      const isMissing = error instanceof ProductError && error.code === 'not_found';
      if (left === 0 || !isMissing) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMS));
    signal.throwIfAborted();
  }
}
