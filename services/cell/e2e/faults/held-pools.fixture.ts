import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import { describeStop, type StopReport } from './stop-oracle.fixture.ts';

/** More requests than any service has connections. */
const crowd = 30;

export interface HeldPools {
  /** Answers to requests that found every connection held. */
  readonly answers: readonly { readonly status: number; readonly ms: number }[];
  readonly stop: StopReport;
  /** The run is ended in its journal once the connections are free again. */
  readonly runStatus: string;
}

/** Holds every connection of the library and the runner, asks for more, and stops a moving arm meanwhile. */
export async function holdPools(faults: FaultCell, holdMS: number): Promise<HeldPools> {
  const watcher = await faults.watch('simulated');
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const session = await faults.openReadySession('simulated');
  await session.send('loadRoutine', { routineID });
  const before = await watcher.newestIndex();
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);

  const lock = await lockTables(faults);
  const held = Array.from({ length: crowd }, (_, index) =>
    faults.call('GET', index % 2 === 0 ? '/routines' : `/runs/${runID}/journal`),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const answers: { status: number; ms: number }[] = [];
  const end = performance.now() + holdMS;
  const requestedAt = machineTime();
  await session.send('stop', {});
  await watcher.until('the arm stands', (state) => speedOf(state) === 0);
  const stop = describeStop(await watcher.readLog(before), requestedAt);
  while (performance.now() < end) {
    const startedAt = performance.now();
    const both = await Promise.all(['/routines', `/runs/${runID}/journal`].map((path) => faults.call('GET', path)));
    for (const { status } of both) answers.push({ status, ms: performance.now() - startedAt });
  }
  await lock.release();
  await Promise.all(held);
  const run = await faults.untilRunEnded(runID);
  session.close();
  await watcher.close();
  return { answers, stop, runStatus: run.status };
}

/** Locks what the services read, so that each of their connections waits in the database. */
async function lockTables(faults: FaultCell): Promise<{ release(): Promise<void> }> {
  const password = readFileSync(join(faults.cell.dataPath, 'postgres', 'password'), 'utf8');
  const port = faults.portOf('postgres');
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'cellwright', password, database: 'cellwright' });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE library."Document", runner."Run", runner."JournalEntry" IN ACCESS EXCLUSIVE MODE');
  return {
    async release() {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}
