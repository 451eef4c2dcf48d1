import type { RobotKind } from '@cellwright/domain/robot';
import type { Run } from '@cellwright/domain/run';
import { type JournalEntry, journalEntrySchema, runSchema } from '@cellwright/domain/run';
import { waitForPort } from '@cellwright/testkit';
import * as z from 'zod';
import { openSession, type SessionClient } from '../../src/cli/cell-client.ts';
import { findRunning } from '../../src/data/data-folder.ts';
import { makeDataPath, type RunningCell, type Shape, startCell, type TestCell, waitUntil } from '../harness.ts';
import { type ArmWatcher, watchArm } from './arm-watcher.fixture.ts';

/** Operations of tests on a running cell, shared or their own. */
export interface CellAccess<Cell extends RunningCell = RunningCell> {
  readonly cell: Cell;
  /** Returns the current process of a name; a restarted one has a new id. */
  pidOf(name: string): number;
  portOf(name: string): number;
  /** Returns its port for health and metrics. */
  adminPortOf(name: string): number;
  /** Sends a signal to a process of the cell. */
  signal(name: string, signal: NodeJS.Signals): void;
  /** Resolves when a killed process has been restarted and listens. */
  untilRestarted(name: string, formerPid: number): Promise<void>;
  watch(robotKind: RobotKind): Promise<ArmWatcher>;
  /** Opens a session after Constructing, with released brakes. */
  openReadySession(robotKind: RobotKind): Promise<SessionClient>;
  /** Calls the HTTP API under /api/v1/cell. */
  call(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string }>;
  getRun(runID: string): Promise<Run>;
  /** Returns the run once it has ended, also across a restart of the runner. */
  untilRunEnded(runID: string): Promise<Run>;
  listRuns(robotKind: RobotKind): Promise<Run[]>;
  readJournal(runID: string): Promise<JournalEntry[]>;
}

/** A separate cell of a test that may disturb its processes. */
export interface FaultCell extends CellAccess<TestCell> {
  /** Ends the cell and removes its data. */
  remove(): Promise<void>;
}

const runsSchema = z.object({ items: z.array(runSchema) });
const journalSchema = z.object({ items: z.array(journalEntrySchema) });

export async function startFaultCell(shape: Shape, env: Readonly<Record<string, string>> = {}): Promise<FaultCell> {
  const data = makeDataPath();
  const cell = await startCell(shape, data.path, env);
  return mistreat(cell, data.remove);
}

/** Wraps a cell that was started elsewhere; `remove` ends it. */
export function mistreat(cell: TestCell, removeData: () => void): FaultCell {
  return {
    ...accessCell(cell),
    async remove() {
      await cell.stop();
      removeData();
    },
  };
}

export function accessCell<Cell extends RunningCell>(cell: Cell): CellAccess<Cell> {
  const find = (name: string) => {
    const found = findRunning(cell.dataPath)?.processes.find((each) => each.name === name);
    if (!found) throw new Error(`the cell has no process ${name}`);
    return found;
  };
  const call: CellAccess['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${cell.url}/api/v1/cell${path}`, {
      method,
      headers: {
        authorization: `Bearer ${cell.client.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ?? null,
    });
    return { status: response.status, text: await response.text() };
  };
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
    schema.parse(JSON.parse((await call('GET', path)).text));
  return {
    cell,
    pidOf: (name) => find(name).pid,
    portOf: (name) => find(name).port ?? 0,
    adminPortOf: (name) => find(name).adminPort ?? 0,
    signal: (name, signal) => void process.kill(find(name).pid, signal),
    async untilRestarted(name, formerPid) {
      await waitUntil(() => find(name).pid !== formerPid, 30_000);
      await waitForPort(find(name).port ?? 0, 30_000);
    },
    watch: (robotKind) => watchArm(find(robotKind === 'live' ? 'controller-twin' : 'controller-simulated').port ?? 0),
    openReadySession: (robotKind) => openReadySession(cell, robotKind),
    call,
    getRun: (runID) => get(`/runs/${runID}`, runSchema),
    untilRunEnded: (runID) =>
      persist(async () => {
        const run = await get(`/runs/${runID}`, runSchema);
        if (run.endedAt === null) throw new Error('the run is not reported as ended');
        return run;
      }, 60_000),
    listRuns: async (robotKind) => (await get(`/runs?limit=100&robotKind=${robotKind}`, runsSchema)).items,
    async readJournal(runID) {
      const entries: JournalEntry[] = [];
      for (;;) {
        const path = `/runs/${runID}/journal?after=${entries.at(-1)?.seq ?? 0}`;
        // Shortly after a kill of the runner the gateway may still report it as unavailable.
        const { items } = await persist(() => get(path, journalSchema));
        if (items.length === 0) return entries;
        entries.push(...items);
      }
    },
  };
}

async function openReadySession(cell: RunningCell, robotKind: RobotKind): Promise<SessionClient> {
  const session = await openSession(cell.client, robotKind);
  try {
    await within(20_000, 'the robot is ready', makeReady(session));
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Recovers from the failure and releases the brakes. */
export async function makeReady(session: SessionClient): Promise<void> {
  await session.waitFor(({ kind, isControllerConnected }) => kind !== 'Constructing' && isControllerConnected);
  if (session.state.kind === 'Failure') {
    if (session.state.brakes === 'disengaged') await session.send('setBrakes', { state: 'engaged' });
    await session.send('recover', {});
  }
  await session.waitFor(({ kind }) => kind === 'Idle');
  if (session.state.brakes === 'engaged') {
    await session.send('setBrakes', { state: 'disengaged' });
    await session.waitFor(({ brakes }) => brakes === 'disengaged');
  }
}

/**
 * Resolves when the session shows the end of a run, and with it all its earlier changes: they arrive in another way than
 * answers over HTTP.
 */
export function waitForEnd(session: SessionClient, runID: string): Promise<void> {
  return session.waitFor(
    ({ run, kind }) =>
      run?.id === runID && run.status !== 'running' && run.status !== 'paused' && kind !== 'RoutineRunning',
  );
}

/** Rejects with a description when the promise takes too long. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Retries until it succeeds: a killed service takes a moment to come back. */
export async function persist<T>(work: () => Promise<T>, withinMS = 30_000): Promise<T> {
  const end = performance.now() + withinMS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
