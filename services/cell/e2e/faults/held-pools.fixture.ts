import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

/** Number of requests: more than the connections of any service. */
const crowd = 30;

export interface DatabaseOutage {
  /** Responses to requests while the database is blocked. */
  readonly answers: readonly { readonly status: number; readonly ms: number }[];
  readonly stop: StopReport;
  /** Status of the run in its journal once the database works again. */
  readonly runStatus: string;
}

/** Blocks the database, and returns a function that ends this. */
type Strike = (runID: string) => Promise<{ release(): Promise<void> }>;

/** Occupies every connection of the library and the runner, requests more, and stops a moving arm during that. */
export function holdPools(faults: FaultCell, holdMS: number): Promise<DatabaseOutage> {
  return withoutDatabase(faults, holdMS, async (runID) => {
    const lock = await lockTables(faults);
    const held = Array.from({ length: crowd }, (_, index) =>
      faults.call('GET', index % 2 === 0 ? '/routines' : `/runs/${runID}/journal`),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    return {
      async release() {
        await lock.release();
        await Promise.all(held);
      },
    };
  });
}

/** Freezes Postgres with all its backends, and stops a moving arm during that. */
export function freezeDatabase(faults: FaultCell, freezeMS: number): Promise<DatabaseOutage> {
  return withoutDatabase(faults, freezeMS, async () => {
    const pid = faults.pidOf('postgres');
    process.kill(pid, 'SIGSTOP');
    const frozen = [pid, ...childrenOf(pid)];
    for (const each of frozen) process.kill(each, 'SIGSTOP');
    return {
      async release() {
        for (const each of frozen) process.kill(each, 'SIGCONT');
      },
    };
  });
}

async function withoutDatabase(faults: FaultCell, forMS: number, strike: Strike): Promise<DatabaseOutage> {
  const watcher = await faults.watch('simulated');
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const session = await faults.openReadySession('simulated');
  await session.send('loadRoutine', { routineID });
  const before = await watcher.newestIndex();
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);

  const struck = await strike(runID);
  const answers: { status: number; ms: number }[] = [];
  const end = performance.now() + forMS;
  const requestedAt = machineTime();
  await session.send('stop', {});
  await watcher.until('the arm stands', (state) => speedOf(state) === 0);
  const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, requestedAt));
  const stop = describeStop(log, requestedAt);
  while (performance.now() < end) {
    const ask = async (path: string) => {
      const startedAt = performance.now();
      const { status } = await faults.call('GET', path);
      answers.push({ status, ms: performance.now() - startedAt });
    };
    await Promise.all(['/routines', `/runs/${runID}/journal`].map(ask));
  }
  await struck.release();
  const run = await faults.untilRunEnded(runID);
  session.close();
  await watcher.close();
  return { answers, stop, runStatus: run.status };
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Locks the tables that the services read, so that each of their connections waits in the database. */
async function lockTables(faults: FaultCell): Promise<{ release(): Promise<void> }> {
  const password = readFileSync(join(faults.cell.dataPath, 'postgres', 'password'), 'utf8');
  const port = faults.portOf('postgres');
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'cellwright', password, database: 'cellwright' });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE library."Entity", runner."Run", runner."JournalEntry" IN ACCESS EXCLUSIVE MODE');
  return {
    async release() {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}
