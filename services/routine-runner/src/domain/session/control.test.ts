import { describe, expect, it } from 'vitest';
import { ada, bob, startCell } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import { near } from '../testing/moving-cell.fixture.ts';
import { leaseSilenceMS } from './lease.ts';

describe('a program', () => {
  it('publishes a message when it takes the robot, once, and again when it retakes it', async () => {
    const cell = startCell();
    await cell.ask('setControlMode', { kind: 'routine_editor' });
    expect(cell.programControl).toEqual([]);
    await cell.ask('setControlMode', { kind: 'api' });
    await cell.ask('setControlMode', { kind: 'api' });
    expect(cell.programControl).toEqual(['Ada']);
    await cell.ask('setControlMode', { kind: 'routine_editor' });
    await cell.clock.advance(leaseSilenceMS);
    await cell.ask('setControlMode', { kind: 'api' }, bob);
    expect(cell.programControl).toEqual(['Ada', 'Bob']);
  });
});

describe('control of the arm', () => {
  it('goes implicitly to the client that commands it while it is free, and is refused to others', async () => {
    const cell = await startLoadedCell();
    expect(cell.state().lease).toMatchObject({ holderID: 'ada', sequence: 1 });
    expect(await cell.ask('playRoutine', {}, bob)).toMatchObject({
      ok: false,
      error: { code: 'api_control_required', message: 'Ada controls the robot. Take over control first' },
    });
  });

  it('must be held to release the brakes, but not to engage them', async () => {
    const cell = await startLoadedCell();
    await cell.ask('setBrakes', { state: 'disengaged' });
    expect((await cell.ask('setBrakes', { state: 'engaged' }, bob)).ok).toBe(true);
    expect(cell.state()).toMatchObject({ brakes: 'engaged', lease: { holderID: 'ada' } });
    expect(await cell.ask('setBrakes', { state: 'disengaged' }, bob)).toMatchObject({
      ok: false,
      error: { code: 'api_control_required' },
    });
  });

  it('ends 2 s after the last sign of life', async () => {
    const cell = await startLoadedCell();
    await cell.clock.advance(1900);
    await cell.ask('controlHeartbeat');
    await cell.clock.advance(1900);
    expect(cell.state().lease).not.toBeNull();
    await cell.clock.advance(200);
    expect(cell.state().lease).toBeNull();
    expect((await cell.ask('playRoutine', {}, bob)).ok).toBe(true);
  });

  it('pauses a run before it is taken over', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    expect(await cell.ask('takeOverControl', {}, bob)).toMatchObject({ ok: true, result: { sequence: 2 } });
    expect(cell.state()).toMatchObject({ isPaused: true, lease: { holderName: 'Bob', sequence: 2 } });
    expect((await cell.ask('resumeRoutine', {}, bob)).ok).toBe(true);
  });

  it('stops manual motion before it is taken over', async () => {
    const cell = await startLoadedCell();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: near, isHeld: false });
    await cell.clock.advance(300);
    await cell.ask('takeOverControl', {}, bob);
    expect(cell.robot.isMoving).toBe(false);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({ ok: true, result: { result: 'Interrupted' } });
  });

  it('need not be held to clear the motion plans', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('clearMotionPlanCache', undefined, bob)).toMatchObject({ ok: true, result: {} });
    expect(cell.planner.clearedCount).toBe(1);
  });

  it('executes a request once, however often it arrives, and refuses another one under the same id', async () => {
    const cell = await startLoadedCell();
    const [first, second] = await cell.clock.runUntilSettled(
      Promise.all([
        cell.send('playRoutine', {}, ada, { id: 'same' }),
        cell.send('playRoutine', {}, ada, { id: 'same' }),
      ]),
    );
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual(first);
    expect(await cell.ask('stop', {}, ada, { id: 'same' })).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(cell.entries().filter(({ event }) => event === 'runStarted')).toHaveLength(1);
  });

  it('refuses unknown messages, and invalid ones with the name of the field', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('makeCoffee')).toMatchObject({
      ok: false,
      error: { message: "Unknown message 'makeCoffee'" },
    });
    for (const jointAngles of [[1, 2, 3], [0, 0, 0, 0, 0, Number.NaN], 'x']) {
      const answer = await cell.ask('moveToJointSpacePoint', { jointAngles, isHeld: false });
      expect(answer).toMatchObject({ ok: false, error: { code: 'request_failed_validation' } });
      if (!answer.ok) expect(answer.error.message).toMatch(/^jointAngles/);
    }
  });
});
