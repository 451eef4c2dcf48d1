import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { RobotKind } from '@cellwright/domain/robot';
import { serviceNames } from '@cellwright/topology';
import type { SessionClient } from '../../src/cli/cell-client.ts';
import { findRunning } from '../../src/data/data-folder.ts';
import { makeDataPath, type Shape, startCell } from '../harness.ts';
import { switchOn } from '../switch-on.fixture.ts';
import { type FaultCell, makeReady, mistreat, persist } from './fault-cell.fixture.ts';
import { clearCartons, stackingFile, stackingID } from './stacking.fixture.ts';

const controllers = ['controller-simulated', 'controller-twin'];
const separateServices = serviceNames.filter((name) => name !== 'controller' && name !== 'hub');
/** Processes of each shape besides the main one, which has the other services in the shape compact. */
export const processesByShape: Readonly<Record<'compact' | 'processes', readonly string[]>> = {
  compact: [...controllers, 'gateway', 'postgres', 'routine-runner', 'stop-listener'],
  processes: [...controllers, ...separateServices, 'nats', 'postgres', 'redis'].sort(),
};

/** Processes that only the shape processes has. */
export const separateProcesses = processesByShape.processes.filter((name) => !processesByShape.compact.includes(name));

/** A fault of a cell that stacks cartons. Resolves when the lost part is back. */
export type Fault = (cell: StackingCell) => Promise<void>;

/** A cell that stacks cartons, on data that survive a power cycle. */
export class StackingCell {
  private readonly shape: Shape;
  private readonly env: Readonly<Record<string, string>>;
  private readonly data = makeDataPath();
  private current: FaultCell | undefined;

  constructor(shape: Shape, env: Readonly<Record<string, string>> = {}) {
    this.shape = shape;
    this.env = env;
  }

  get faults(): FaultCell {
    if (!this.current) throw new Error('The cell is not started');
    return this.current;
  }

  /** Returns the ids of its main process and of all others. */
  get pids(): { readonly main: number; readonly others: readonly number[] } {
    const { dataPath, pid: main } = this.faults.cell;
    return { main, others: (findRunning(dataPath)?.processes ?? []).map(({ pid }) => pid) };
  }

  /** Returns the names of its processes, without the main one. */
  get processNames(): string[] {
    return (findRunning(this.faults.cell.dataPath)?.processes ?? []).map(({ name }) => name).sort();
  }

  async start(): Promise<void> {
    await this.startAgain();
    await persist(() => switchOn(this.faults.cell, ['palletizing']));
  }

  /** Starts it on its data after its main process has ended. */
  async startAgain(): Promise<void> {
    this.current = mistreat(await startCell(this.shape, this.data.path, this.env), this.data.remove);
  }

  async remove(): Promise<void> {
    await this.current?.remove();
  }
}

/** Kills a process of the cell, which starts it again. */
export const kill =
  (name: string): Fault =>
  async ({ faults }) => {
    const pid = faults.pidOf(name);
    process.kill(pid, 'SIGKILL');
    await faults.untilRestarted(name, pid);
  };

/** Time for which a suspended process does not respond, ms: longer than the deadlines of its callers. */
const suspendedMS = 2500;

/**
 * Suspends the database with all its connections, which do not respond until it continues.
 * @param during called while it is suspended
 */
export const suspendDatabase =
  (during: () => Promise<void>): Fault =>
  async ({ faults }) => {
    const server = faults.pidOf('postgres');
    signalIfAlive(server, 'SIGSTOP');
    // A suspended server opens no other connections.
    const suspended = [server, ...listChildren(server)];
    for (const pid of suspended) signalIfAlive(pid, 'SIGSTOP');
    try {
      await during();
      await delay(suspendedMS);
    } finally {
      for (const pid of suspended) signalIfAlive(pid, 'SIGCONT');
    }
  };

function listChildren(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Kills the main process, which leaves some others behind, and starts the cell again. */
export const killMain: Fault = async (cell) => {
  await cell.faults.cell.kill();
  await cell.startAgain();
};

/** Ends the cell with Ctrl-C, and starts it again. */
export const restart: Fault = async (cell) => {
  await cell.faults.cell.stop();
  await cell.startAgain();
};

/** Ends every process at the same time, like a loss of power, and starts the cell again. */
export const cyclePower: Fault = async (cell) => {
  const { main, others } = cell.pids;
  for (const each of [main, ...others]) signalIfAlive(each, 'SIGKILL');
  await cell.faults.cell.kill();
  await cell.startAgain();
};

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended with the others.
  }
}

/** Loads a stack of cartons on a ready robot without unfinished runs or cartons of earlier runs. */
export async function prepareStacking(
  { faults }: StackingCell,
  session: SessionClient,
  robotKind: RobotKind,
): Promise<void> {
  await faults.cell.client.importRoutine(JSON.stringify(stackingFile()));
  await makeReady(session);
  for (const { run } of session.state.resumePlaces ?? []) await session.send('giveUpRun', { runID: run.id });
  await clearCartons(faults, robotKind);
  await session.send('loadRoutine', { routineID: stackingID });
}
