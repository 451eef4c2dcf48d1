import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import WebSocket from 'ws';
import * as z from 'zod';
import { findRunning } from '../../src/data/data-folder.ts';
import { type ArmWatcher, machineTime, speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, persist, within } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import type { StopMessage } from './stop-latency.fixture.ts';
import { describeStop, hasStopped, type StopReport } from './stop-oracle.fixture.ts';

/** Channels of a stop: a new connection, an open socket, a new socket, a separate command. */
export const stopDoors = ['http', 'socket', 'newSocket', 'commandLine'] as const;
export type StopDoor = (typeof stopDoors)[number];
export type Blow = 'freeze' | 'kill';

export interface StopTrial {
  readonly victim: string;
  readonly blow: Blow;
  /** Time from the fault to the stop, ms. */
  readonly waitMS: number;
  readonly door: StopDoor;
  readonly message: StopMessage;
}

export interface StopOutcome {
  /** Time from the request to its response, including the required connection, ms. */
  readonly answerMS: number;
  readonly stop: StopReport;
  /** Recorded status once everything is back. */
  readonly runStatus: string;
}

/** Returns the processes of a cell that a stop must not need, in its shape. */
export function findDispensable({ cell }: FaultCell): string[] {
  const names = findRunning(cell.dataPath)?.processes.map(({ name }) => name) ?? [];
  return ['postgres', 'identity', 'library', 'motion', 'equipment', 'nats', 'redis'].filter((name) =>
    names.includes(name),
  );
}

/** Plays a sweep, removes a process, stops the arm over one channel, and restores the process. */
export async function stopWithout(faults: FaultCell, trial: StopTrial): Promise<StopOutcome> {
  const { victim, message } = trial;
  const watcher = await persist(() => faults.watch('simulated'));
  const { routineID } = await persist(() => faults.cell.client.importRoutine(JSON.stringify(sweepFile())));
  // A token of a user, not this machine's key: the gateway has its owner from an earlier response of identity.
  const token = await persist(() => faults.cell.client.createToken('stopper', 1));
  const { session, runID, before } = await persist(() => playUntilMoving(faults, watcher, routineID));

  const giveBack = strike(faults, trial);
  try {
    await new Promise((resolve) => setTimeout(resolve, trial.waitMS));
    const door = doors[trial.door];
    const requestedAt = machineTime();
    const answerMS = await within(10_000, `a stop without ${victim}`, door({ faults, message, session, token }));
    await watcher.until('the arm stands', (state) => speedOf(state) === 0);
    const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, requestedAt));
    const stop = describeStop(log, requestedAt);
    await giveBack();
    const { status } = await faults.untilRunEnded(runID);
    return { answerMS, stop, runStatus: status };
  } finally {
    await giveBack();
    session.close();
    await watcher.close();
  }
}

/** The previously removed process may be back and not yet found by its clients: then the run fails. */
async function playUntilMoving(faults: FaultCell, watcher: ArmWatcher, routineID: string) {
  const session = await faults.openReadySession('simulated');
  try {
    await session.send('loadRoutine', { routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    const failed = session
      .waitFor(({ kind }) => kind === 'Failure')
      .then(() => {
        throw new Error(session.state.failure?.reason ?? 'the robot failed');
      });
    await Promise.race([watcher.until('the arm moves', (state) => speedOf(state) > 0.5), failed]);
    // Rejects when the socket is closed after the trial.
    failed.catch(() => undefined);
    return { session, runID, before };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Causes the fault; returns a function that ends it, which may be called twice. */
function strike(faults: FaultCell, { victim, blow }: StopTrial): () => Promise<void> {
  const pid = faults.pidOf(victim);
  if (blow === 'kill') {
    process.kill(pid, 'SIGKILL');
    return () => faults.untilRestarted(victim, pid);
  }
  process.kill(pid, 'SIGSTOP');
  // Postgres has a process for each connection; while frozen, it starts no new ones.
  const frozen = [pid, ...childrenOf(pid)];
  for (const each of frozen) process.kill(each, 'SIGSTOP');
  return async () => {
    for (const each of frozen.splice(0)) process.kill(each, 'SIGCONT');
  };
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

type Session = Awaited<ReturnType<FaultCell['openReadySession']>>;
interface Caller {
  readonly faults: FaultCell;
  readonly message: StopMessage;
  readonly session: Session;
  readonly token: string;
}
type Door = (caller: Caller) => Promise<number>;

const doors: Readonly<Record<StopDoor, Door>> = {
  http: (caller) => timed(() => postStop(caller)),
  socket: ({ session, message }) => timed(() => session.send(message, {})),
  newSocket: (caller) => timed(() => stopOnNewSocket(caller)),
  async commandLine({ faults: { cell }, message }) {
    const args = ['stop', '--json', ...(message === 'emergencyStop' ? ['--emergency'] : [])];
    const { code, stdout } = await cell.runCli('routine', args);
    if (code !== 0) throw new Error(`routine stop ended with ${code}: ${stdout}`);
    return z.object({ answeredAfterMS: z.number() }).parse(JSON.parse(stdout)).answeredAfterMS;
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function postStop({ faults: { cell }, message, token }: Caller): Promise<void> {
  const path = `/api/v1/cell/robots/simulated/${message === 'stop' ? 'stop' : 'emergency-stop'}`;
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, cell.url), { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      if (response.statusCode === 200) response.on('end', resolve);
      else reject(new Error(`a stop was answered ${response.statusCode}`));
    });
    sent.on('error', reject);
    sent.end();
  });
}

function stopOnNewSocket({ faults: { cell }, message, token }: Caller): Promise<void> {
  const socket = new WebSocket(`${cell.url.replace(/^http/, 'ws')}/api/v1/routine-runner/simulated`);
  return new Promise<void>((resolve, reject) => {
    socket.on('open', () => {
      socket.send(JSON.stringify({ kind: 'authenticate', token }));
      socket.send(JSON.stringify({ id: 'stop', kind: message, payload: {} }));
    });
    socket.on('message', (data) => {
      const packet = z
        .looseObject({ id: z.string().optional(), ok: z.boolean().optional() })
        .parse(JSON.parse(String(data)));
      if (packet.id !== 'stop') return;
      if (packet.ok) resolve();
      else reject(new Error(`a stop was refused: ${String(data)}`));
    });
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`the socket was closed: ${code} ${reason}`)));
  }).finally(() => socket.close());
}
