// Measures stops of a built cell: each way (HTTP, stop listener, new socket, open socket, behind 2,000 requests on its
// socket) in each condition (alone, a routine of 20,000 steps, 1,000 global variables, 20 pipelining connections without a
// token, both cores busy). From the request to the first decelerating set-point (in the long routine, which does not move:
// to the end of the run), from the stop itself, and to the answer, beside the timer lag of this process. Prints JSON.
// Usage: npx tsx scripts/bench/stop-paths.ts [stops of each kind] [seconds of each condition] [parts of the conditions' names]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type ArmWatcher, machineTime, speedOf } from '../../services/cell/e2e/faults/arm-watcher.fixture.ts';
import { saturateCores } from '../../services/cell/e2e/faults/busy-cores.fixture.ts';
import { type FaultCell, within } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { sweepFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import {
  addGlobalVariables,
  longRoutine,
  openRunnerSocket,
  pipelineWithoutToken,
  type StopKind,
  sendStop,
} from '../../services/cell/e2e/faults/stop-conditions.fixture.ts';
import { describeStop, hasStopped } from '../../services/cell/e2e/faults/stop-oracle.fixture.ts';
import type { SessionClient } from '../../services/cell/src/cli/cell-client.ts';
import { soak, summarise, trialsOf } from '../soak/cell/soak.ts';
import { watchTimerLag } from '../soak/controller/rig.ts';

const stopsOfEachKind = trialsOf(200);
const secondsOfEachCondition = Number(process.argv[3] ?? 600);
const parts = process.argv.slice(4);
const kinds = ['http', 'stop listener', 'new socket', 'open socket', 'behind 2,000 requests'] as const;
const goal = { p99: 100, worst: 250, healthMS: 100 };

interface Trial {
  readonly decelerationMS: number;
  /** Time until the stop itself was handed over: connections are opened, and requests sent, before it. */
  readonly sentAfterMS: number;
  readonly answerMS: number;
}

/** Connections that the trials of a condition share. */
interface Rig {
  readonly session: SessionClient;
  readonly watcher: ArmWatcher;
}

type RunTrial = (faults: FaultCell, rig: Rig, kind: StopKind) => Promise<Trial>;

async function openRig(faults: FaultCell): Promise<Rig> {
  const watcher = await faults.watch('simulated');
  return { watcher, session: await faults.openReadySession('simulated') };
}

async function closeRig({ session, watcher }: Rig): Promise<void> {
  session.close();
  await watcher.close();
}

async function play({ session }: Rig, routineID: string): Promise<void> {
  if (session.state.routine?.id !== routineID) await session.send('loadRoutine', { routineID });
  await session.send('playRoutine', { isConfirmed: true });
}

/** Stops a sweep at speed. */
function stopSweep(routineID: string): RunTrial {
  return async (faults, rig, kind) => {
    const { session, watcher } = rig;
    await play(rig, routineID);
    await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);
    const socket = await openRunnerSocket(faults);
    const before = await watcher.newestIndex();
    const requestedAt = machineTime();
    let sentAfterMS = 0;
    const onSent = () => {
      sentAfterMS = (machineTime() - requestedAt) * 1000;
    };
    await within(15_000, kind, sendStop(faults, kind, socket, onSent));
    const answerMS = (machineTime() - requestedAt) * 1000;
    const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, requestedAt));
    await session.waitFor(({ kind: of }) => of === 'Idle');
    socket.close();
    return { decelerationMS: describeStop(log, requestedAt).decelerationMS, sentAfterMS, answerMS };
  };
}

/** Stops a routine of 20,000 steps a moment after its start, one in ten later. */
function stopLongRoutine(routineID: string): RunTrial {
  return async (faults, rig, kind) => {
    const { session } = rig;
    await play(rig, routineID);
    const socket = await openRunnerSocket(faults);
    const longestMS = Math.random() < 0.1 ? 10_000 : 2500;
    await new Promise((resolve) => setTimeout(resolve, 500 + longestMS * Math.random()));
    const requestedAt = machineTime();
    const ended = session.waitFor(({ kind: of, run }) => of === 'Idle' && run?.status === 'stopped');
    let sentAfterMS = 0;
    const onSent = () => {
      sentAfterMS = (machineTime() - requestedAt) * 1000;
    };
    await within(30_000, kind, sendStop(faults, kind, socket, onSent));
    const answerMS = (machineTime() - requestedAt) * 1000;
    await within(30_000, 'the run ends', ended);
    const decelerationMS = (machineTime() - requestedAt) * 1000;
    socket.close();
    return { decelerationMS, sentAfterMS, answerMS };
  };
}

const healthSchema = z.object({
  answers: z.number(),
  worstMS: z.number(),
  failures: z.array(z.string()),
  ownLagMS: z.number(),
});

/** Watches /health/live from a process of its own until the returned function is called. */
async function watchHealth({ cell }: FaultCell): Promise<() => Promise<z.infer<typeof healthSchema>>> {
  const script = fileURLToPath(new URL('./watch-health.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, cell.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'readable');
  return async () => {
    child.stdin.end();
    return healthSchema.parse(JSON.parse(await text(child.stdout)));
  };
}

async function measure(faults: FaultCell, trial: RunTrial) {
  const health = await watchHealth(faults);
  const end = performance.now() + 1000 * secondsOfEachCondition;
  const lag = watchTimerLag();
  const trials = new Map<StopKind, Trial[]>(kinds.map((kind) => [kind, []]));
  const failures: string[] = [];
  let rig = await openRig(faults);
  for (let round = 0; round < stopsOfEachKind && performance.now() < end; round++) {
    for (const [kind, done] of trials) {
      try {
        done.push(await trial(faults, rig, kind));
      } catch (error) {
        failures.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
        await closeRig(rig);
        rig = await openRig(faults);
      }
    }
  }
  await closeRig(rig);
  const figures = [...trials].map(([kind, done]) => {
    const decelerationMS = summarise(done.map((each) => each.decelerationMS));
    return [
      kind,
      {
        ...{ stops: done.length, decelerationMS, answerMS: summarise(done.map((each) => each.answerMS)) },
        fromStopMS: summarise(done.map((each) => each.decelerationMS - each.sentAfterMS)),
      },
    ] as const;
  });
  return { ways: Object.fromEntries(figures), failures, healthLive: await health(), ownLagMS: lag() };
}

/** True if every stop arrived in time and the gateway looked alive meanwhile. */
function isMet({ ways, failures, healthLive }: Awaited<ReturnType<typeof measure>>): boolean {
  const inTime = kinds.every((kind) => {
    const figure = ways[kind]?.decelerationMS;
    return (figure?.p99 ?? Infinity) <= goal.p99 && (figure?.worst ?? Infinity) <= goal.worst;
  });
  const isLive = healthLive.answers > 0 && healthLive.failures.length === 0 && healthLive.worstMS <= goal.healthMS;
  return inTime && failures.length === 0 && isLive;
}

await soak('stop paths', { shape: 'compact' }, async (faults, note) => {
  const { importRoutine } = faults.cell.client;
  const { routineID } = await importRoutine(JSON.stringify(sweepFile()));
  const { routineID: longID } = await importRoutine(JSON.stringify(longRoutine()));
  const conditions: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  const add = async (name: string, begin: () => Promise<() => void>, trial = stopSweep(routineID)) => {
    if (parts.length > 0 && !parts.some((part) => name.includes(part))) return;
    note(Object.keys(conditions).length + 1);
    const end = await begin();
    try {
      conditions[name] = await measure(faults, trial);
    } finally {
      end();
    }
  };
  const nothing = async () => () => undefined;
  await add('alone', nothing);
  await add('routine of 20,000 steps', nothing, stopLongRoutine(longID));
  await add('20 pipelining connections without a token', () => pipelineWithoutToken(faults, 20));
  await add('both cores busy', async () => saturateCores());
  await add('1,000 global variables', async () => {
    await addGlobalVariables(faults, 1000);
    return () => undefined;
  });
  const results = Object.values(conditions);
  return { holds: results.length > 0 && results.every(isMet), goal, conditions };
});
