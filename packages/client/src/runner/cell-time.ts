import type { Clock, RobotSessionState } from '@cellwright/domain';
import { staleAfterMS } from './staleness.ts';

/** Time of the cell as a client knows it: from what the cell said last, and from the steady clock of this machine. */
export interface CellTime {
  /** @param at time of the cell now, ms since 1970. */
  noteCellTime(at: number): void;
  /** @param steadyMS of the frame. */
  noteFrame(steadyMS?: number): void;
  /** Time of the cell, ms since 1970, at most 1 s after the last frame: what is shown is not known to be newer. */
  shownAt(): number;
  /**
   * Time that a run has taken, ms, at most up to 1 s after the last frame: by the monotonic clock of the runner, so that a
   * clock of the cell that was set meanwhile changes nothing.
   */
  elapsedMS(run: StartOfRun): number;
  /** Time since the last frame, ms; infinite before the first. */
  quietMS(): number;
}

export type StartOfRun = Pick<NonNullable<RobotSessionState['run']>, 'startedAt' | 'startedSteadyMS'>;

export function createCellTime(clock: Clock): CellTime {
  // Until the cell has said its time, this machine's is the best guess.
  let offset = clock.wallNow().getTime() - clock.now();
  const openedAt = clock.now();
  let lastFrameAt: number | undefined;
  /** From this machine's monotonic clock to the runner's. */
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
