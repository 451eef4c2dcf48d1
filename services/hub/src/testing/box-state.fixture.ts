import type { BoxState, ReportedSoftware } from '@cellwright/domain/fleet';

export interface StateOptions {
  readonly serial?: string;
  readonly software?: Partial<ReportedSoftware>;
  readonly failuresPerHour?: number;
  /** Last cycle of the routine Pick on the live robot. */
  readonly cycle?: { readonly seconds: number; readonly count: number; readonly runID?: string };
}

/** Creates the state of a box as it reports it; without a run unless a cycle is given. */
export function makeBoxState({
  serial = 'b-1',
  software = {},
  failuresPerHour = 0,
  cycle,
}: StateOptions = {}): BoxState {
  const run = cycle && {
    ...{ id: cycle.runID ?? 'run_1', status: 'running' as const, startedAt: '2026-01-01T00:00:00.000Z' },
    ...{ cycleTimeSeconds: cycle.seconds, cycleCount: cycle.count },
  };
  const robot = { robotKind: 'live', isConnected: true, state: 'RoutineRunning', failure: null } as const;
  return {
    serial,
    software: { buildID: '1.0.0', targetBuildID: null, stage: null, obstacle: null, ...software },
    robots: run ? [{ ...robot, routineName: 'Pick', run }] : [],
    ...{ failuresPerHour, clockSkewMS: null, droppedFacts: 0 },
  };
}
