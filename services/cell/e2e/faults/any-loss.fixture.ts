import type { RoutineFile } from '@cellwright/domain/routine';
import type { JournalEntry } from '@cellwright/domain/run';
import { speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, persist, within } from './fault-cell.fixture.ts';
import { ready, sketchFile } from './routines.fixture.ts';

/** Every process of the shape with one process per service, except the supervisor. */
export const everyProcess = [
  'library',
  'identity',
  'equipment',
  'motion',
  'gateway',
  'routine-runner',
  'controller-simulated',
  'controller-twin',
  'nats',
  'redis',
  'postgres',
] as const;
export type ProcessName = (typeof everyProcess)[number];

export interface AnyLoss {
  readonly victim: ProcessName;
  /** Found problems; empty if there are none. */
  readonly problems: readonly string[];
  readonly runStatus: string;
  readonly failure: string | undefined;
  /** Time from the kill until the cell plays again, ms. */
  readonly playsAgainAfterMS: number;
}

/** Returns a routine of endless moves, outputs and waits: its journal contains all kinds of entries. */
function busyFile(): RoutineFile {
  const [, b, c, d, e, f] = ready;
  const move = (id: string, angle: number) => ({
    id,
    stepKind: 'MoveArmToV2',
    args: { motionSpeed: 100 },
    steps: [
      {
        id: `${id}_point`,
        stepKind: 'Waypoint',
        args: { shouldMatchJointAngles: true, target: { jointAngles: [angle, b, c, d, e, f] } },
      },
    ],
  });
  return sketchFile('routine_busy', [
    {
      id: 'step_busy_loop',
      stepKind: 'Loop',
      steps: [
        move('step_busy_left', 0.6),
        {
          id: 'step_busy_io',
          stepKind: 'SetIO',
          args: { outputs: [{ kind: 'Output', port: 2, level: 'high', pulseSeconds: 0.1 }] },
        },
        move('step_busy_right', -0.6),
        { id: 'step_busy_wait', stepKind: 'Wait', args: { milliseconds: 30 } },
      ],
    },
  ]);
}

/**
 * Kills a process at some moment of a run; then the arm must be at rest or stoppable, and acknowledged data must exist.
 */
export async function loseAny(faults: FaultCell, victim: ProcessName, afterMS: number): Promise<AnyLoss> {
  const problems: string[] = [];
  const { routineID, version } = await persist(() => faults.cell.client.importRoutine(JSON.stringify(busyFile())));
  const session = await persist(() => faults.openReadySession('simulated'));
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await new Promise((resolve) => setTimeout(resolve, afterMS));
  const acknowledged = await faults.readJournal(runID);
  const pid = faults.pidOf(victim);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await faults.untilRestarted(victim, pid);
  session.close();

  await persist(async () => {
    const { status, text } = await faults.call('POST', '/robots/simulated/stop');
    if (status !== 200) throw new Error(`a stop was answered ${status} ${text}`);
  });
  const watcher = await persist(() => faults.watch('simulated'));
  await watcher.until('the arm stands', (state) => speedOf(state) === 0);
  const run = await faults.untilRunEnded(runID);
  if (!['interrupted', 'failed', 'stopped'].includes(run.status)) problems.push(`the run is reported as ${run.status}`);
  problems.push(...compareJournals(acknowledged, await faults.readJournal(runID)));
  const saved = await persist(() => readVersion(faults, routineID));
  if (saved !== version) problems.push(`version ${version} of the routine was saved, ${saved} is there`);
  const { positions } = watcher.state;
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (positions.some((position, joint) => position !== watcher.state.positions[joint])) {
    problems.push('the arm moved by itself');
  }
  await watcher.close();
  await persist(() => within(10_000, 'the cell plays again', playBriefly(faults, routineID)));
  return {
    victim,
    problems,
    runStatus: run.status,
    failure: run.failure?.reason,
    playsAgainAfterMS: performance.now() - killedAt,
  };
}

function compareJournals(acknowledged: readonly JournalEntry[], now: readonly JournalEntry[]): string[] {
  const problems: string[] = [];
  const gap = now.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap !== -1) problems.push(`the journal has a gap at ${gap + 1}`);
  for (const [index, entry] of acknowledged.entries()) {
    if (JSON.stringify(entry) !== JSON.stringify(now[index]))
      problems.push(`entry ${entry.seq} was acknowledged and is gone`);
  }
  if (now.at(-1)?.event !== 'runEnded') problems.push(`the journal ends with ${now.at(-1)?.event}`);
  return problems;
}

async function readVersion(faults: FaultCell, routineID: string): Promise<number> {
  const { status, text } = await faults.call('GET', `/routines/${routineID}`);
  if (status !== 200) throw new Error(text);
  return Number(JSON.parse(text).version);
}

async function playBriefly(faults: FaultCell, routineID: string): Promise<void> {
  const session = await faults.openReadySession('simulated');
  try {
    await session.send('loadRoutine', { routineID });
    await session.send('playRoutine', { isConfirmed: true });
    await session.waitFor(({ kind, motionActivity }) => kind === 'Failure' || motionActivity === 'moving');
    await session.send('stop', {});
    await session.waitFor(({ kind }) => kind === 'Idle' || kind === 'Failure');
    // The killed process may be running again but not yet found by its clients.
    if (session.state.kind === 'Failure') throw new Error(session.state.failure?.reason ?? 'the robot failed');
  } finally {
    session.close();
  }
}
