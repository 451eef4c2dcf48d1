import { describe, expect, it } from 'vitest';
import { ada, startCell } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import { near } from '../testing/moving-cell.fixture.ts';

describe('a robot session', () => {
  it('answers service_initializing until its controller is connected, and is Idle then', async () => {
    const cell = startCell({ isConnected: false });
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: false, error: { code: 'service_initializing' } });
    expect((await cell.ask('getStateSnapshot')).ok).toBe(true);
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.state()).toMatchObject({ kind: 'Idle', isControllerConnected: true, brakes: 'disengaged' });
  });

  it('begins a new stop epoch with every controller it takes, so that nothing of a former session moves', async () => {
    const cell = startCell();
    await cell.clock.advance(10);
    expect(cell.robot.state.stopEpoch).toBe(cell.state().stopEpoch);
    expect(cell.robot.log.at(0)).toMatchObject({ kind: 'stopStarted' });
  });

  it('sends joint positions 30 times a second while moving and 4 times at rest', async () => {
    const cell = startCell();
    await cell.clock.advance(1000);
    const resting = cell.frames.length;
    expect(resting).toBeGreaterThanOrEqual(4);
    expect(resting).toBeLessThanOrEqual(6);
    const moved = cell.send('moveToJointSpacePoint', { jointAngles: near, isHeld: false });
    await cell.clock.advance(900);
    expect(cell.frames.length - resting).toBeGreaterThan(25);
    expect(cell.frames.length - resting).toBeLessThan(36);
    await cell.clock.runUntilSettled(moved);
    expect(cell.frames.at(-1)?.q).toEqual(near);
    expect(cell.frames.map(({ seq }) => seq)).toEqual(cell.frames.map((_, index) => index + 1));
  });
});

describe('stopping', () => {
  it('ends a run: a new epoch for arm and devices, Idle again, and a stopped run in the journal', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    const before = cell.state().stopEpoch;
    expect(await cell.ask('stop')).toMatchObject({ ok: true, result: { stopEpoch: before + 1 } });
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' }, stopEpoch: before + 1 });
    expect(cell.robot.state.stopEpoch).toBe(before + 1);
    expect(cell.entries().at(-1)).toMatchObject({ event: 'runEnded', result: 'stopped' });
    expect(cell.stops).toContain(before + 1);
  });

  it('reaches the arm immediately, during any load, plan or write', async () => {
    const cell = await startLoadedCell();
    cell.journal.delay = () => new Promise(() => undefined);
    void cell.send('playRoutine');
    void cell.send('loadRoutine', { routineID: 'routine_2' });
    const stops = () => cell.robot.log.filter(({ kind }) => kind === 'stopStarted').length;
    const before = stops();
    cell.session.stop('test', { how: 'stop', by: null });
    await Promise.resolve();
    expect(stops()).toBe(before + 1);
  });

  it('needs neither the lease nor the permission to connect', async () => {
    const cell = await startLoadedCell();
    await cell.ask('acquireControl');
    await cell.ask('playRoutine');
    const stranger = { sessionID: 'eve', name: 'Eve', permissions: [] };
    expect(await cell.ask('playRoutine', {}, stranger)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect((await cell.ask('stop', {}, stranger)).ok).toBe(true);
  });

  it('drops a command that was sent before the stop', async () => {
    const cell = await startLoadedCell();
    const { stopEpoch } = cell.state();
    await cell.ask('stop');
    const late = await cell.ask('playRoutine', {}, ada, { epoch: stopEpoch });
    expect(late).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect((await cell.ask('playRoutine', {}, ada, { epoch: cell.state().stopEpoch })).ok).toBe(true);
  });

  it('as a simulated emergency stop ends in brakes and Idle, not failed', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    expect((await cell.ask('emergencyStop', { reason: 'smoke' })).ok).toBe(true);
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null, brakes: 'engaged', run: { status: 'stopped' } });
  });

  it('as a live emergency stop fails with EStopTriggered and is recovered into Idle with brakes engaged', async () => {
    const cell = await startLoadedCell({ robotKind: 'live' });
    await cell.ask('playRoutine');
    await cell.ask('emergencyStop', {});
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'EStopTriggered', recoveryKind: 'Recoverable' },
      brakes: 'engaged',
      run: { status: 'failed' },
    });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null, brakes: 'engaged' });
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
    expect((await cell.ask('playRoutine')).ok).toBe(true);
  });

  it('releases brakes that were engaged twice', async () => {
    const cell = await startLoadedCell();
    for (const state of ['engaged', 'engaged', 'disengaged']) {
      const setting = cell.ask('setBrakes', { state });
      await cell.clock.advance(300);
      expect(await setting).toMatchObject({ ok: true, result: { state } });
    }
    expect((await cell.ask('playRoutine')).ok).toBe(true);
  });

  it('stops the run when the brakes are engaged', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    expect(await cell.ask('setBrakes', { state: 'engaged' })).toMatchObject({ ok: true, result: { state: 'engaged' } });
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({ kind: 'Idle', brakes: 'engaged', run: { status: 'stopped' } });
  });
});
