// Measures stops of a built cell: each way (HTTP, stop listener, new socket, open socket, behind 2,000 requests on its
// socket) in each condition (alone, a routine of 20,000 steps, 1,000 global variables, 20 pipelining connections
// without a token, both cores busy). Measures the time from the request to the first decelerating set-point (in the
// long routine, which does not move: to the end of the run) and to the answer, with the timer lag of this process.
// Prints JSON. Usage: npx tsx scripts/bench/stop-paths.ts [stops of each kind] [seconds of each condition]
import { machineTime, speedOf } from '../../services/cell/e2e/faults/arm-watcher.fixture.ts';
import { saturateCores } from '../../services/cell/e2e/faults/busy-cores.fixture.ts';
import { type FaultCell, makeReady, within } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
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
import { soak, summarise, trialsOf } from '../soak/cell/soak.ts';
import { watchTimerLag } from '../soak/controller/rig.ts';

const stopsOfEachKind = trialsOf(200);
const secondsOfEachCondition = Number(process.argv[3] ?? 600);
const kinds = ['http', 'stop listener', 'new socket', 'open socket', 'behind 2,000 requests'] as const;
const goal = { p99: 100, worst: 250, healthMS: 100 };

interface Trial {
  readonly decelerationMS: number;
  readonly answerMS: number;
}

/** Stops a sweep at speed. */
async function stopSweep(faults: FaultCell, routineID: string, kind: StopKind): Promise<Trial> {
  const watcher = await faults.watch('simulated');
  const session = await faults.openReadySession('simulated');
  await makeReady(session);
  if (session.state.routine?.id !== routineID) await session.send('loadRoutine', { routineID });
  await session.send('playRoutine', { isConfirmed: true });
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);
  const socket = await openRunnerSocket(faults);
  const before = await watcher.newestIndex();
  const requestedAt = machineTime();
  await within(15_000, kind, sendStop(faults, kind, socket));
  const answerMS = (machineTime() - requestedAt) * 1000;
  const log = await watcher.readLogUntil('the arm stops', before, (entries) => hasStopped(entries, requestedAt));
  await session.waitFor(({ kind: of }) => of === 'Idle');
  socket.close();
  session.close();
  await watcher.close();
  return { decelerationMS: describeStop(log, requestedAt).decelerationMS, answerMS };
}

/** Stops a routine of 20,000 steps some seconds after its start. */
async function stopLongRoutine(faults: FaultCell, routineID: string, kind: StopKind): Promise<Trial> {
  const session = await faults.openReadySession('simulated');
  if (session.state.routine?.id !== routineID) await session.send('loadRoutine', { routineID });
  await session.send('playRoutine', { isConfirmed: true });
  const socket = await openRunnerSocket(faults);
  await new Promise((resolve) => setTimeout(resolve, 2000 + 8000 * Math.random()));
  const requestedAt = machineTime();
  const ended = session.waitFor(({ kind: of, run }) => of === 'Idle' && run?.status === 'stopped');
  await within(30_000, kind, sendStop(faults, kind, socket));
  const answerMS = (machineTime() - requestedAt) * 1000;
  await within(30_000, 'the run ends', ended);
  const decelerationMS = (machineTime() - requestedAt) * 1000;
  socket.close();
  session.close();
  return { decelerationMS, answerMS };
}

/** Records the slowest answer of /health/live, polled ten times a second. */
function watchHealth({ cell }: FaultCell): () => number {
  let worst = 0;
  const timer = setInterval(async () => {
    const startedAt = performance.now();
    await fetch(`${cell.url}/health/live`).catch(() => undefined);
    worst = Math.max(worst, performance.now() - startedAt);
  }, 100);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

async function measure(trial: (kind: StopKind) => Promise<Trial>, healthOf: () => () => number) {
  const end = performance.now() + 1000 * secondsOfEachCondition;
  const lag = watchTimerLag();
  const health = healthOf();
  const trials = new Map<StopKind, Trial[]>(kinds.map((kind) => [kind, []]));
  const failures: string[] = [];
  for (let round = 0; round < stopsOfEachKind && performance.now() < end; round++) {
    for (const [kind, done] of trials) {
      try {
        done.push(await trial(kind));
      } catch (error) {
        failures.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const figures = [...trials].map(([kind, done]) => {
    const decelerationMS = summarise(done.map((each) => each.decelerationMS));
    return [
      kind,
      { stops: done.length, decelerationMS, answerMS: summarise(done.map((each) => each.answerMS)) },
    ] as const;
  });
  return { ways: Object.fromEntries(figures), failures, healthLiveWorstMS: health(), ownLagMS: lag() };
}

await soak('stop paths', { shape: 'compact' }, async (faults, note) => {
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const healthOf = () => watchHealth(faults);
  const conditions: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  const add = async (name: string, begin: () => Promise<() => void>, trial = sweep) => {
    note(Object.keys(conditions).length + 1);
    const end = await begin();
    try {
      conditions[name] = await measure(trial, healthOf);
    } finally {
      end();
    }
  };
  const sweep = (kind: StopKind) => stopSweep(faults, routineID, kind);
  const nothing = async () => () => undefined;
  await add('alone', nothing);
  const long = await faults.cell.client.importRoutine(JSON.stringify(longRoutine()));
  await add('routine of 20,000 steps', nothing, (kind) => stopLongRoutine(faults, long.routineID, kind));
  await add('20 pipelining connections without a token', () => pipelineWithoutToken(faults, 20));
  await add('both cores busy', async () => saturateCores());
  await addGlobalVariables(faults, 1000);
  await add('1,000 global variables', nothing);
  const figures = Object.values(conditions).flatMap((condition) =>
    kinds.map((kind) => condition.ways[kind]?.decelerationMS),
  );
  const holds = figures.every(
    (figure) => (figure?.p99 ?? Infinity) <= goal.p99 && (figure?.worst ?? Infinity) <= goal.worst,
  );
  return { holds, goal, conditions };
});
