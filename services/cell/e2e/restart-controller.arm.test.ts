import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessArmCell } from './arm-cell.ts';
import { type CellAccess, type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { sweepFile } from './faults/routines.fixture.ts';

/** Simulates a failure of the power board, restarts the controller with the message, recovers and plays. */
async function restartAndPlay(faults: CellAccess): Promise<void> {
  const session = await faults.openReadySession('simulated');
  try {
    await expect(session.send('restartController', {})).rejects.toMatchObject({ code: 'recovery_error' });
    await session.send('injectFault', { fault: 'powerBoard' });
    await session.waitFor(({ failure }) => failure?.recoveryKind === 'Restart');
    await expect(session.send('recover', {})).rejects.toMatchObject({ code: 'recovery_error' });
    const pid = faults.pidOf('controller-simulated');
    await session.send('restartController', {});
    await faults.untilRestarted('controller-simulated', pid);
    await session.waitFor(({ failure }) => failure?.recoveryKind === 'Recoverable');
    expect(session.state).toMatchObject({ kind: 'Failure', failure: { kind: 'PowerBoardFailure' }, brakes: 'engaged' });
    await session.send('recover', {});
    await session.waitFor(({ kind, safetyRules }) => kind === 'Idle' && safetyRules.status === 'inForce');
    await session.send('setBrakes', { state: 'disengaged' });
    const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile('routine_after_restart')));
    await session.send('loadRoutine', { routineID });
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    await session.waitFor(({ run }) => run?.id === runID && run.status === 'running');
    const watcher = await faults.watch('simulated');
    await watcher.until('the arm moves', ({ mode }) => mode === 'executing');
    await watcher.close();
    await session.send('stop', {});
    expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'stopped' });
  } finally {
    session.close();
  }
}

describe('A failure that needs the robot controller restarted', () => {
  const shared = accessArmCell();

  it('ends with a restart by message in the default shape', () => restartAndPlay(shared), 120_000);

  inExhaustiveRuns(() => {
    let own: FaultCell;
    beforeAll(async () => {
      own = await startFaultCell('processes');
    }, 120_000);
    afterAll(() => own?.remove(), 60_000);

    it('ends with a restart by message in the shape of many processes', () => restartAndPlay(own), 120_000);
  });
});
