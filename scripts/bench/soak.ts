// Soak of a built cell: a loop moves the simulated arm while runner sockets follow it, clients poll and a client edits. Collects
// the garbage of all processes, samples their memory and fits a line. Prints JSON, exits with 1 when a process grows by more
// than 2 MB an hour, the run ends, or an answer is wrong. A short soak has large errors of its slopes. Linux only.
// With a rate of 5, clients poll and edit five times as often. `snapshots` names a folder for two heap snapshots of the runner,
// before the first sample and after the last one.
// Usage: npx tsx scripts/bench/soak.ts [minutes, default 60] [minutes before the first sample, default a third]
//   [compact|processes] [rate, default 1] [snapshots]
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FaultCell, makeReady } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { nodFile, sweepFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import { openRunnerSocket } from '../../services/cell/e2e/faults/stop-conditions.fixture.ts';
import type { SessionClient } from '../../services/cell/src/cli/cell-client.ts';
import { soak, trialsOf } from '../soak/cell/soak.ts';
import { openCellMemory } from './cell-memory.ts';
import { fitSlope, type MemorySample } from './memory-slope.ts';

const minutes = trialsOf(60);
const warmUpMinutes = Number(process.argv[3] ?? minutes / 3);
const shape = process.argv[4] === 'processes' ? 'processes' : 'compact';
const rate = Number(process.argv[5] ?? 1);
const snapshotFolder = process.argv[6];
const maxSlopeMBPerHour = 2;
const sampleEveryMS = 15_000;
const socketCount = 5;
/** Time of the runner to reconnect and report its failures after it stood still. */
const reconnectMS = 10_000;
const polledPaths = ['/robots/simulated/state', '/routines', '/variables', '/runs?limit=20', '/audit?limit=20'];

/** Counts of what clients did; `wrong` lists at most a few of the answers that were not 200. */
interface Traffic {
  answers: number;
  messages: number;
  readonly wrong: string[];
}

/** Polls, edits and follows until `signal` aborts. */
async function keepBusy(faults: FaultCell, traffic: Traffic, signal: AbortSignal): Promise<void> {
  const call = async (...request: Parameters<FaultCell['call']>) => {
    const { status, text } = await faults.call(...request).catch((error) => ({ status: 599, text: String(error) }));
    traffic.answers += 1;
    if (status >= 300 && traffic.wrong.length < 20)
      traffic.wrong.push(`${request[0]} ${request[1]}: ${status} ${text.slice(0, 200)}`);
  };
  const sockets = await Promise.all(Array.from({ length: socketCount }, () => openRunnerSocket(faults)));
  for (const socket of sockets) socket.on('message', () => (traffic.messages += 1));
  const every = async (ms: number, act: () => Promise<void>) => {
    while (!signal.aborted) {
      await act();
      await delay(ms / rate, undefined, { signal }).catch(() => undefined);
    }
  };
  await call('POST', '/variables', JSON.stringify({ ...edited, initialValue: 0 }));
  let edits = 0;
  await Promise.all([
    ...polledPaths.map((path) => every(1000, () => call('GET', path))),
    every(2000, () => call('PATCH', `/variables/${edited.id}`, JSON.stringify({ initialValue: ++edits }))),
  ]);
  for (const socket of sockets) socket.close();
}
const edited = { id: 'variable_soak', name: 'soak', isGlobal: true };

/** Samples the memory for a time, from the end of the warm-up. */
async function sample(faults: FaultCell, note: (minute: number) => void): Promise<Map<string, MemorySample[]>> {
  const samples = new Map<string, MemorySample[]>();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const lengthSeconds = (minutes - warmUpMinutes) * 60;
  for (let minute = warmUpMinutes; seconds() < lengthSeconds; await delay(sampleEveryMS)) {
    if (warmUpMinutes * 60 + seconds() >= minute * 60) note(minute++);
    for (const [name, megabytes] of await memory.measure(faults.cell.dataPath)) {
      samples.set(name, [...(samples.get(name) ?? []), { seconds: seconds(), megabytes }]);
    }
  }
  return samples;
}

/** Plays the routine; returns the id of the run. A process that has stood still for a snapshot may have lost its robot. */
async function play(session: SessionClient, routineID: string): Promise<string> {
  await makeReady(session);
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  return runID;
}

const memory = openCellMemory();
process.once('exit', () => memory.remove());
await soak('soak', { shape, env: memory.env }, async (faults, note) => {
  const file = rate > 1 ? nodFile('routine_nod', 10) : sweepFile();
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(file));
  const session = await faults.openReadySession('simulated');
  const writeSnapshot = async (name: string) => {
    if (snapshotFolder !== undefined)
      await memory.writeSnapshot(faults.pidOf('routine-runner'), join(snapshotFolder, `${name}.heapsnapshot`));
  };
  const traffic: Traffic = { answers: 0, messages: 0, wrong: [] };
  const ending = new AbortController();
  const busy = keepBusy(faults, traffic, ending.signal);
  let runID = await play(session, routineID);
  await delay(warmUpMinutes * 60_000);
  if (snapshotFolder !== undefined) {
    await session.send('stop', {});
    await faults.untilRunEnded(runID);
    await writeSnapshot('first');
    await delay(reconnectMS);
    runID = await play(session, routineID);
  }
  const samples = await sample(faults, note);
  const { status } = await faults.getRun(runID);
  ending.abort();
  await busy;
  if (snapshotFolder !== undefined) await session.send('stop', {});
  await writeSnapshot('last');
  session.close();
  const processes = Object.fromEntries([...samples].map(([name, of]) => [name, fitSlope(of)]));
  const grows = Object.entries(processes).filter(([, { slopeMBPerHour }]) => slopeMBPerHour > maxSlopeMBPerHour);
  const holds = grows.length === 0 && status === 'running' && traffic.wrong.length === 0;
  const goal = { maxSlopeMBPerHour };
  return {
    holds,
    goal,
    minutes,
    warmUpMinutes,
    rate,
    run: status,
    traffic,
    grows: grows.map(([name]) => name),
    processes,
  };
});
