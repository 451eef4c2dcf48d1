import type { Clock } from '@cellwright/domain/basics';
import type { RobotSessionState } from '@cellwright/domain/run';
import { staleAfterMS } from './staleness.ts';

/** Time of the cell as known to a client: from the last message of the cell and this machine's monotonic clock. */
export interface CellTime {
  /** @param at time of the cell now, ms since 1970. */
  noteCellTime(at: number): void;
  /** @param steadyMS of the frame. */
  noteFrame(steadyMS?: number): void;
  /**
   * Returns the time of the cell, ms since 1970, at most 1 s after the last frame: the displayed data may not be newer.
   */
  shownAt(): number;
  /**
   * Returns the elapsed time of a run, ms, at most up to 1 s after the last frame: by the runner's monotonic clock, so
   * that changes to the cell's clock have no effect.
   */
  elapsedMS(run: StartOfRun): number;
  /** Returns the time since the last frame, ms; infinite before the first. */
  quietMS(): number;
}

export type StartOfRun = Pick<NonNullable<RobotSessionState['run']>, 'startedAt' | 'startedSteadyMS'>;

export function createCellTime(clock: Clock): CellTime {
  // Before the first message of the cell, this machine's time is the best guess.
  let offset = clock.wallNow().getTime() - clock.now();
  const openedAt = clock.now();
  let lastFrameAt: number | undefined;
  /** Offset from this machine's monotonic clock to the runner's. */
  let steadyOffset: number | undefined;
  const readShown = () => Math.min(clock.now(), (lastFrameAt ?? openedAt) + staleAfterMS);
  return {
    noteCellTime(at) {
      offset = at - clock.now();
    },
    noteFrame(steadyMS) {
      lastFrameAt = clock.now();
      steadyOffset = steadyMS === undefined ? undefined : steadyMS - lastFrameAt;
    },
    shownAt: () => offset + readShown(),
    elapsedMS: ({ startedAt, startedSteadyMS }) =>
      Math.max(
        0,
        startedSteadyMS === undefined || steadyOffset === undefined
          ? offset + readShown() - Date.parse(startedAt)
          : steadyOffset + readShown() - startedSteadyMS,
      ),
    quietMS: () => (lastFrameAt === undefined ? Number.POSITIVE_INFINITY : clock.now() - lastFrameAt),
  };
}
