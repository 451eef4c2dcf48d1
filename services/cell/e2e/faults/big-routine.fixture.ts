import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ControllerLogEntry } from '@cellwright/controller-link';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { speedOf } from './arm-watcher.fixture.ts';
import { largeFile } from './bad-input.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';

export interface Disturbance {
  /** Duration of the import and the load of the large routine, ms. */
  readonly importMS: number;
  readonly loadMS: number;
  /** Entries of the twin's log about a lost commander, a stop or an end of the motion during the load. */
  readonly disturbances: readonly string[];
  /** For a jog only: the slowest set-point, as a share of the speed before. */
  readonly slowest: number;
}

const jogProgram = bundleSource(fileURLToPath(new URL('./jog-client.fixture.ts', import.meta.url)));

/** Imports and loads a routine of 5 MB on the simulated robot while the twin of the live one is moving. */
export async function loadBesideMotion(faults: FaultCell, motion: 'run' | 'jog'): Promise<Disturbance> {
  const watcher = await faults.watch('live');
  const session = await faults.openReadySession('live');
  let jogger: ChildProcess | undefined;
  if (motion === 'run') {
    const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile('routine_beside')));
    await session.send('loadRoutine', { routineID });
    await session.send('playRoutine', { isConfirmed: true });
  } else {
    await session.send('releaseControl', {});
    const args = [jogProgram, faults.cell.url, faults.cell.client.adminKey, 'live', '0.2'];
    jogger = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  try {
    await watcher.until('the twin moves', (state) => speedOf(state) > 0.199);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = await watcher.newestIndex();
    const times = await importAndLoad(faults);
    const log = await watcher.readLog(before);
    return {
      ...times,
      disturbances: log.filter(isDisturbance).map(({ kind, detail }) => `${kind} ${detail}`),
      slowest: Math.min(...log.filter(({ kind }) => kind === 'setPoint').map(speedOf)) / 0.2,
    };
  } finally {
    jogger?.kill('SIGKILL');
    if (jogger) await once(jogger, 'exit');
    await session.send('stop', {});
    session.close();
    await watcher.close();
  }
}

async function importAndLoad(faults: FaultCell): Promise<{ importMS: number; loadMS: number }> {
  const simulated = await faults.openReadySession('simulated');
  const text = JSON.stringify(largeFile(5_000_000));
  const startedAt = performance.now();
  const { routineID } = await faults.cell.client.importRoutine(text);
  const importedAt = performance.now();
  await simulated.send('loadRoutine', { routineID });
  const loadedAt = performance.now();
  simulated.close();
  return { importMS: importedAt - startedAt, loadMS: loadedAt - importedAt };
}

function isDisturbance({ kind, detail }: ControllerLogEntry): boolean {
  const disturbing = ['commanderLost', 'stopStarted', 'jogEnded', 'paused', 'overrun', 'fault', 'standstill'];
  return disturbing.includes(kind) || (kind === 'trajectoryStopped' && detail !== '');
}
