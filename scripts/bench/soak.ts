// Soak of a built cell: a loop moves the simulated arm while runner sockets follow it, clients poll and a client edits. Samples the
// own memory of each process (anonymous pages of it and its helpers) and fits a line. Prints JSON, exits with 1 when a process
// grows by more than 2 MB an hour, the run ends, or an answer is wrong. A short soak has large errors of its slopes. Linux only.
// Usage: npx tsx scripts/bench/soak.ts [minutes, default 60] [minutes before the first sample, default a third] [processes]
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type FaultCell, makeReady } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { sweepFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import { openRunnerSocket } from '../../services/cell/e2e/faults/stop-conditions.fixture.ts';
import { findRunning } from '../../services/cell/src/data/data-folder.ts';
import { soak, trialsOf } from '../soak/cell/soak.ts';
import { fitSlope, type MemorySample } from './memory-slope.ts';

const minutes = trialsOf(60);
const warmUpMinutes = Number(process.argv[3] ?? minutes / 3);
const shape = process.argv[4] === 'processes' ? 'processes' : 'compact';
const maxSlopeMBPerHour = 2;
const sampleEveryMS = 5000;
const socketCount = 5;
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
    const { status, text } = await faults.call(...request);
    traffic.answers += 1;
    if (status >= 300 && traffic.wrong.length < 20)
      traffic.wrong.push(`${request[0]} ${request[1]}: ${status} ${text.slice(0, 200)}`);
  };
  const sockets = await Promise.all(Array.from({ length: socketCount }, () => openRunnerSocket(faults)));
  for (const socket of sockets) socket.on('message', () => (traffic.messages += 1));
  const every = async (ms: number, act: () => Promise<void>) => {
    while (!signal.aborted) {
      await act();
      await delay(ms, undefined, { signal }).catch(() => undefined);
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

/** Own memory by name of process, MB; a helper counts for the process that started it. */
function measureMemory(dataPath: string): Map<string, number> {
  const running = findRunning(dataPath);
  if (!running) throw new Error('the cell has ended');
  const names = new Map([[running.pid, 'main'], ...running.processes.map(({ pid, name }) => [pid, name] as const)]);
  const parents = new Map(
    readdirSync('/proc')
      .filter(isNumber)
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const byName = new Map<string, number>();
  for (const pid of parents.keys()) {
    let owner: number | undefined = pid;
    while (owner !== undefined && !names.has(owner)) owner = parents.get(owner);
    const name = owner === undefined ? undefined : names.get(owner);
    if (name !== undefined) byName.set(name, (byName.get(name) ?? 0) + ownMemory(pid));
  }
  return byName;
}

const isNumber = (name: string) => /^\d+$/.test(name);

/** Undefined for a process that has ended, and for the first one of the machine. */
function parentOf(pid: number): number | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return parent > 0 ? parent : undefined;
}

function ownMemory(pid: number): number {
  return Number(/^Pss_Anon:\s+(\d+)/m.exec(readProc(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Empty for a process that has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Samples until the time is over. */
async function sample(faults: FaultCell, note: (minute: number) => void): Promise<Map<string, MemorySample[]>> {
  const samples = new Map<string, MemorySample[]>();
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  for (let minute = 0; seconds() < minutes * 60; await delay(sampleEveryMS)) {
    if (seconds() >= minute * 60) note(minute++);
    if (seconds() < warmUpMinutes * 60) continue;
    for (const [name, megabytes] of measureMemory(faults.cell.dataPath)) {
      samples.set(name, [...(samples.get(name) ?? []), { seconds: seconds(), megabytes }]);
    }
  }
  return samples;
}

await soak('soak', { shape }, async (faults, note) => {
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const session = await faults.openReadySession('simulated');
  await makeReady(session);
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  const traffic: Traffic = { answers: 0, messages: 0, wrong: [] };
  const ending = new AbortController();
  const busy = keepBusy(faults, traffic, ending.signal);
  const samples = await sample(faults, note);
  ending.abort();
  await busy;
  const { status } = await faults.getRun(runID);
  session.close();
  const processes = Object.fromEntries([...samples].map(([name, of]) => [name, fitSlope(of)]));
  const grows = Object.entries(processes).filter(([, { slopeMBPerHour }]) => slopeMBPerHour > maxSlopeMBPerHour);
  const holds = grows.length === 0 && status === 'running' && traffic.wrong.length === 0;
  const goal = { maxSlopeMBPerHour };
  return { holds, goal, minutes, warmUpMinutes, run: status, traffic, grows: grows.map(([name]) => name), processes };
});
