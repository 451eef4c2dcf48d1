import type { Run } from '@cellwright/domain/run';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { longMoveFile } from './routines.fixture.ts';

export interface PlannerLoss {
  readonly run: Run;
  /** Time from the kill to the failure, ms; null when the plan was already complete. */
  readonly failedAfterMS: number | null;
  /** Trajectories sent to the controller. */
  readonly trajectories: number;
}

/** Kills the planner some time after the start of a run with one long move to plan. */
export async function losePlanner(faults: FaultCell, afterMS: number): Promise<PlannerLoss> {
  const watcher = await faults.watch('simulated');
  const imported = await persist(() => faults.cell.client.importRoutine(JSON.stringify(longMoveFile())));
  const session = await persist(() => faults.openReadySession('simulated'));
  try {
    await session.send('loadRoutine', { routineID: imported.routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    const pid = faults.pidOf('motion');
    await new Promise((resolve) => setTimeout(resolve, afterMS));
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    const hasPlan = session.state.motionActivity === 'moving';
    if (!hasPlan) {
      await Promise.race([
        session.waitFor(({ kind, motionActivity }) => kind === 'Failure' || motionActivity === 'moving'),
        new Promise((_, reject) => setTimeout(() => reject(new Error('no failure within 30 s')), 30_000)),
      ]);
    }
    const isFailed = session.state.kind === 'Failure';
    const failedAfterMS = isFailed ? performance.now() - killedAt : null;
    if (!isFailed) await session.send('stop', {});
    await session.waitFor(({ run }) => run?.status !== 'running');
    const log = await watcher.readLog(before);
    await faults.untilRestarted('motion', pid);
    return {
      run: await faults.untilRunEnded(runID),
      failedAfterMS,
      trajectories: log.filter(({ kind }) => kind === 'trajectoryStarted').length,
    };
  } finally {
    session.close();
    await watcher.close();
  }
}
