import { type RunnerMessageKind, runnerMessages } from '@cellwright/domain/runner-socket';
import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { startMoving } from '../testing/moving-cell.fixture.ts';
import { AssemblyMode } from './assembly-mode.ts';

const refusal = {
  ok: false,
  error: { code: 'forbidden', message: expect.stringContaining("Set its operation mode to 'live'") },
};

async function startInAssembly() {
  const assembly = new AssemblyMode();
  const cell = startCell({ assembly });
  await cell.clock.advance(100);
  assembly.isOn = true;
  return { cell, assembly };
}

/** Messages that are accepted in assembly mode: they stop or release the robot, or change nothing. */
const accepted: ReadonlySet<string> = new Set<RunnerMessageKind>([
  'stop',
  'emergencyStop',
  'pauseRoutine',
  'stopAfterCycle',
  'cancelCountdown',
  'stopJog',
  'stopAntigravity',
  'releaseControl',
  'getStateSnapshot',
  'controlHeartbeat',
  'acknowledgeControlLoss',
]);
describe('Assembly mode', () => {
  it.each(Object.keys(runnerMessages).filter((kind) => !accepted.has(kind)))('refuses %s', (kind) => {
    const assembly = new AssemblyMode();
    assembly.isOn = true;
    expect(assembly.check({ kind, payload: {} })).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  });

  it.each([
    ['setBrakes', { state: 'disengaged' }],
    ['moveToJointSpacePoint', { jointAngles: [1, 0, 0, 0, 0, 0], isHeld: false }],
    ['loadRoutine', { routineID: 'routine_1' }],
    ['playRoutine', {}],
    ['acquireControl', {}],
    ['takeOverControl', {}],
  ] as const)('refuses %s with a message that names the remedy', async (kind, payload) => {
    const { cell } = await startInAssembly();
    expect(await cell.ask(kind, payload)).toMatchObject(refusal);
  });

  it.each(['stop', 'emergencyStop', 'getStateSnapshot'] as const)('accepts %s', async (kind) => {
    const { cell } = await startInAssembly();
    expect((await cell.ask(kind)).ok).toBe(true);
  });

  it('accepts engaging the brakes', async () => {
    const { cell } = await startInAssembly();
    expect(await cell.ask('setBrakes', { state: 'engaged' })).not.toMatchObject(refusal);
  });

  it('stops the arm and ends the run when it is set', async () => {
    const assembly = new AssemblyMode();
    const cell = await startMoving({ assembly });
    assembly.isOn = true;
    assembly.end(cell.session);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
    expect(cell.session.core.arm.isMoving).toBe(false);
    expect(await cell.ask('playRoutine')).toMatchObject(refusal);
  });

  it('refuses nothing after it has ended', async () => {
    const { cell, assembly } = await startInAssembly();
    assembly.isOn = false;
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
  });
});
