import type { Run } from '@cellwright/domain/run';
import { saturateCores } from './busy-cores.fixture.ts';
import { type CommanderSilence, watchCommander } from './commander-silence.fixture.ts';
import { type DoorLoad, doorLoads, prepareDoorLoads } from './door-load.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sketchFile, sweepFile } from './routines.fixture.ts';

export interface LoadedRun {
  readonly run: Pick<Run, 'status' | 'failure'>;
  readonly silence: CommanderSilence;
  readonly loads: Readonly<Record<string, LoadReport>>;
}

interface LoadReport {
  readonly requests: number;
  /** Messages of the commander later than 60 ms after the previous one, during this load. */
  readonly over60: number;
  readonly worstMS: number;
}

/**
 * Plays a moving routine on the simulated robot while the gateway is under each load in turn and every core is busy.
 */
export async function playUnderDoorLoad(
  faults: FaultCell,
  seconds: number,
  note: (load: string) => void = () => undefined,
): Promise<LoadedRun> {
  await prepareDoorLoads(faults);
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile('routine_under_load', 30)));
  const session = await faults.openReadySession('simulated');
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await session.waitFor(({ motionActivity }) => motionActivity === 'moving');
  session.close();
  const since = await watchCommander(faults, 'simulated');
  const relieve = saturateCores();
  let loads: Record<string, LoadReport>;
  try {
    loads = await loadInTurn(faults, performance.now() + 1000 * seconds, note);
  } finally {
    relieve();
  }
  const silence = await since();
  // Read before it is stopped: a run that failed under the load has its reason.
  const { status, failure } = await faults.getRun(runID);
  await faults.call('POST', '/robots/simulated/stop');
  return { run: { status, failure }, silence, loads };
}

async function loadInTurn(
  faults: FaultCell,
  end: number,
  note: (load: string) => void,
): Promise<Record<string, LoadReport>> {
  const reports: Record<string, LoadReport> = {};
  const add = async (name: string, load: DoorLoad) => {
    note(name);
    const since = await watchCommander(faults, 'simulated');
    const made = await load(faults).catch(() => 0);
    const { over60, worstMS } = await since();
    const before = reports[name] ?? { requests: 0, over60: 0, worstMS: 0 };
    reports[name] = {
      requests: before.requests + made,
      over60: before.over60 + over60,
      worstMS: Math.max(before.worstMS, worstMS),
    };
  };
  do {
    for (const [name, load] of Object.entries(doorLoads)) {
      if (performance.now() < end || reports[name] === undefined) await add(name, load);
    }
  } while (performance.now() < end);
  return reports;
}

export interface LongRun {
  readonly steps: number;
  readonly seconds: number;
  readonly run: Pick<Run, 'status' | 'failure'>;
  readonly entries: number;
  readonly watchdogs: number;
  readonly silence: CommanderSilence;
}

/** Plays a routine of very many quick steps, with released brakes, to its end. */
export async function playLongRoutine(faults: FaultCell, steps: number): Promise<LongRun> {
  const waits = Array.from({ length: steps }, (_, index) => ({
    id: `step_long_${index}`,
    stepKind: 'Wait',
    args: { milliseconds: 1 },
  }));
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_long', waits)));
  const session = await faults.openReadySession('simulated');
  await session.send('loadRoutine', { routineID });
  const watcher = await faults.watch('simulated');
  const before = await watcher.newestIndex();
  const since = await watchCommander(faults, 'simulated');
  const startedAt = performance.now();
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  session.close();
  await untilEnded(faults, runID, 1000 * (60 + steps / 50));
  const seconds = (performance.now() - startedAt) / 1000;
  const silence = await since();
  const { status, failure } = await faults.untilRunEnded(runID);
  const log = await watcher.readLog(before);
  await watcher.close();
  const journal = JSON.parse((await faults.call('GET', `/runs/${runID}/journal?after=0`)).text);
  return {
    steps,
    seconds,
    run: { status, failure },
    entries: journal.newest,
    watchdogs: log.filter(({ kind }) => kind === 'commanderLost').length,
    silence,
  };
}

async function untilEnded(faults: FaultCell, runID: string, withinMS: number): Promise<void> {
  const end = performance.now() + withinMS;
  // The gateway is also busy with so many steps: a late response does not affect the run.
  while ((await faults.getRun(runID).catch(() => undefined))?.endedAt == null) {
    if (performance.now() > end) throw new Error(`the run has not ended within ${withinMS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
