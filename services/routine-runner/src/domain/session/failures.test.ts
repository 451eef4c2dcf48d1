import { refuse } from '@cellwright/controller-link';
import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { far, joint0, startMoving } from '../testing/moving-cell.fixture.ts';

describe('automatic reactions of the cell', () => {
  it('pause the run while the safeguard is open, and resume only on request', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.setSafeguard(true);
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true, safety: { isSafeguardOpen: true } });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('safeguard') },
    });
    cell.robot.setSafeguard(false);
    await cell.clock.advance(5000);
    expect(cell.state().isPaused).toBe(true);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('waits also if the safeguard opens just before a motion starts', async () => {
    const cell = await startMoving();
    cell.robot.latencyMS = () => 5;
    await cell.clock.advance(3);
    cell.robot.setSafeguard(true);
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true, failure: null });
    cell.robot.setSafeguard(false);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('fails with an emergency stop button, and recovers when it is released', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.pressEStop();
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'EStopTriggered' },
      safety: { isEStopped: true },
      brakes: 'engaged',
      run: { status: 'failed' },
    });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Idle', brakes: 'engaged', safety: { isEStopped: false } });
  });

  it('keeps showing the emergency stop when the two channels of its button disagree', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.pressEStop();
    await cell.clock.advance(300);
    cell.robot.fault('E-Stop 1 and E-Stop 2', 'inputsDisagree');
    await cell.clock.advance(300);
    expect(cell.state().failure).toMatchObject({ kind: 'EStopTriggered' });
  });

  it('shows the emergency stop after a pair of inputs that disagree', async () => {
    const cell = await startMoving();
    cell.robot.fault('Input 1 and Input 2', 'inputsDisagree');
    await cell.clock.advance(300);
    expect(cell.state().failure).toMatchObject({ kind: 'SafetyWatchdogFailure' });
    cell.robot.pressEStop();
    await cell.clock.advance(300);
    expect(cell.state().failure).toMatchObject({ kind: 'EStopTriggered' });
  });

  it('names the step in which a stop of the cell ended the run', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    const { currentStepID: stepID, currentStepPath: stepPath } = cell.state().run ?? {};
    expect(stepPath).toEqual(expect.any(String));
    cell.robot.pressEStop();
    await cell.clock.advance(300);
    expect(cell.state().failure).toMatchObject({ kind: 'EStopTriggered', stepID, stepPath });
  });

  it('fails with an emergency stop button that was pressed before the runner started', async () => {
    const cell = startCell({ isConnected: false });
    cell.robot.pressEStop();
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Failure', failure: { kind: 'EStopTriggered' }, brakes: 'engaged' });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({ ok: true });
  });

  it('fails when the controller is lost, and comes back without moving anything', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.cut();
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      isControllerConnected: false,
      failure: {
        kind: 'HeartbeatLostFailure',
        reason: expect.stringMatching(/^The robot controller no longer answers/),
        recoveryKind: 'Recoverable',
      },
      run: { status: 'failed' },
    });
    const stood = joint0(cell);
    expect(await cell.ask('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(1000);
    expect((await cell.ask('recover')).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null, isControllerConnected: true });
    expect(joint0(cell)).toBe(stood);
  });

  it('fails with a controller fault, which needs the controller restarted', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.fault('drive 3 overheated');
    await cell.clock.advance(300);
    expect(cell.state().failure).toMatchObject({ kind: 'ControlSystemFailure', recoveryKind: 'Restart' });
    expect(await cell.ask('recover')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Restart') },
    });
    cell.robot.cut();
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect((await cell.ask('recover')).ok).toBe(true);
  });

  it('restarts the controller after a failure that needs it, which is recoverable then', async () => {
    const cell = await startMoving();
    expect(await cell.ask('restartController')).toMatchObject({
      ok: false,
      error: { code: 'recovery_error', message: 'The robot controller does not need a restart' },
    });
    cell.robot.fault('24 V', 'powerBoard');
    cell.robot.faultLatch = 'powerBoard';
    await cell.clock.advance(300);
    const failed = cell.state().failure;
    expect(failed).toMatchObject({ kind: 'PowerBoardFailure', recoveryKind: 'Restart' });
    expect((await cell.ask('restartController')).ok).toBe(true);
    expect(cell.robot.settings.at(-1)).toEqual({ kind: 'restart', value: null });
    cell.robot.faultLatch = null;
    cell.robot.cut();
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ isControllerConnected: false, failure: { recoveryKind: 'Restart' } });
    expect(await cell.ask('restartController')).toMatchObject({ ok: false });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect(cell.state().failure).toEqual({ ...failed, recoveryKind: 'Recoverable' });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(await cell.ask('setBrakes', { state: 'disengaged' })).toMatchObject({ ok: true });
  });

  it('still needs the restart when a controller that was not restarted is connected again', async () => {
    const cell = await startMoving();
    cell.robot.fault('24 V', 'powerBoard');
    cell.robot.faultLatch = 'powerBoard';
    await cell.clock.advance(300);
    cell.robot.cut();
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect(cell.state().failure).toMatchObject({ kind: 'PowerBoardFailure', recoveryKind: 'Restart' });
    expect(await cell.ask('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
  });

  it('keep the failure with the reason when the controller refuses to restart', async () => {
    const cell = await startMoving();
    cell.robot.fault('24 V', 'powerBoard');
    await cell.clock.advance(300);
    cell.robot.refusing = { command: 'restart', result: refuse('wrong_mode', 'The arm is moving') };
    expect(await cell.ask('restartController')).toMatchObject({ ok: false, error: { message: 'The arm is moving' } });
    expect(cell.state().failure).toMatchObject({ recoveryKind: 'Restart' });
  });

  it('survives a recoverable fault with the run paused, and ends it with one that is not', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    expect((await cell.ask('setInFailureState', { message: 'Part missing', isRecoverable: true })).ok).toBe(true);
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      isPaused: true,
      failure: { kind: 'TriggerFaultFailure', reason: 'Part missing', recoveryKind: 'Recoverable' },
    });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true, failure: null });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    expect((await cell.ask('setInFailureState', { message: 'Fire' })).ok).toBe(true);
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { recoveryKind: 'NotRecoverable' },
      run: { status: 'failed' },
    });
    expect(await cell.ask('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
    await cell.ask('setBrakes', { state: 'engaged' });
    expect((await cell.ask('recover')).ok).toBe(true);
  });
});
