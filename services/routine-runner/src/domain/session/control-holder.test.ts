import { describe, expect, it } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { ada, bob, routineOf, step } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import { connectionGraceMS } from './control-arbiter.ts';
import { leaseSilenceMS } from './lease.ts';

const takeOverFirst = (name: string) => ({
  ok: false,
  error: { code: 'api_control_required', message: `${name} controls the robot. Take over control first` },
});

/** A run that Ada started, and whose lease has expired since. */
async function startRun(caller: Caller = ada) {
  const cell = await startLoadedCell();
  await cell.ask('releaseControl');
  await cell.ask('playRoutine', {}, caller);
  await cell.ask('pauseRoutine', {}, caller);
  await cell.clock.advance(leaseSilenceMS);
  return { ...cell, holder: () => cell.state().control?.holder, losses: () => cell.state().control?.losses };
}

describe('Control of a run', () => {
  it('stays with the client that started it when its lease expires', async () => {
    const cell = await startRun();
    expect(cell.state().lease).toBeNull();
    expect(cell.holder()).toMatchObject({ clientID: 'ada', name: 'Ada', reason: 'paused' });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    expect(cell.holder()).toMatchObject({ clientID: 'ada', reason: 'resumed', isLost: false });
  });

  it.each([
    ['resumeRoutine', {}],
    ['stepOnce', {}],
    ['stepOver', {}],
    ['runTo', { stepID: 'step_2' }],
    ['setStepDisabled', { stepID: 'step_2', isDisabled: true }],
    ['jog', { jogKind: 'joint', velocities: [0.1, 0, 0, 0, 0, 0], commandID: 'c1' }],
    ['actuateDevice', { equipmentID: 'g', capability: 'gripper', command: {} }],
    ['acquireControl', {}],
  ])('lets no other client send %s without taking over', async (kind, payload) => {
    const cell = await startRun();
    await cell.clock.advance(3_600_000);
    expect(await cell.ask(kind, payload, bob)).toMatchObject(takeOverFirst('Ada'));
    expect(cell.holder()).toMatchObject({ clientID: 'ada' });
    expect(cell.state().isPaused).toBe(true);
  });

  it('changes hands by a take-over; the former holder sees its loss until it acknowledges it', async () => {
    const cell = await startRun();
    expect((await cell.ask('takeOverControl', {}, bob)).ok).toBe(true);
    expect(cell.holder()).toMatchObject({ clientID: 'bob', reason: 'tookOver' });
    const [loss] = cell.losses() ?? [];
    expect(loss).toMatchObject({ clientID: 'ada', byName: 'Bob', reason: 'tookOver' });
    expect(await cell.ask('resumeRoutine')).toMatchObject(takeOverFirst('Bob'));
    await cell.clock.advance(3_600_000);
    await cell.ask('acknowledgeControlLoss', { lossID: loss?.id }, bob);
    expect(cell.losses()).toHaveLength(1);
    await cell.ask('acknowledgeControlLoss', { lossID: loss?.id });
    expect(cell.losses()).toEqual([]);
    expect((await cell.ask('resumeRoutine', {}, bob)).ok).toBe(true);
  });

  it('goes to the client that pauses, also while the holder keeps its lease', async () => {
    const cell = await startRun();
    await cell.ask('resumeRoutine');
    expect(cell.state().lease).toMatchObject({ holderID: 'ada' });
    expect((await cell.ask('pauseRoutine', {}, bob)).ok).toBe(true);
    expect(cell.state().lease).toBeNull();
    expect(cell.holder()).toMatchObject({ clientID: 'bob', reason: 'paused' });
    expect(cell.losses()).toMatchObject([{ clientID: 'ada', byName: 'Bob', reason: 'paused' }]);
    expect(await cell.ask('resumeRoutine')).toMatchObject(takeOverFirst('Bob'));
    expect((await cell.ask('resumeRoutine', {}, bob)).ok).toBe(true);
  });

  it('stays when another client asks for a pause of a run that is paused', async () => {
    const cell = await startRun();
    expect((await cell.ask('pauseRoutine', {}, bob)).ok).toBe(false);
    expect(cell.holder()).toMatchObject({ clientID: 'ada' });
  });

  it('goes to a client that pauses while the holder resumes, and nothing is resumed', async () => {
    const cell = await startRun();
    const resuming = cell.send('resumeRoutine');
    const pausing = cell.send('pauseRoutine', {}, bob);
    const [resumed, paused] = await cell.clock.runUntilSettled(Promise.all([resuming, pausing]));
    expect([resumed.ok, paused.ok]).toEqual([false, true]);
    expect(cell.state()).toMatchObject({ isPaused: true, control: { holder: { clientID: 'bob' } } });
  });

  it('ends with the run', async () => {
    const cell = await startRun();
    expect((await cell.ask('stop', {}, bob)).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.holder()).toBeNull();
    expect((await cell.ask('playRoutine', {}, bob)).ok).toBe(true);
    expect(cell.losses()).toEqual([]);
  });

  it('lasts beyond the run for as long as the lease does', async () => {
    const cell = await startRun();
    await cell.ask('acquireControl');
    await cell.ask('stop');
    await cell.clock.advance(1000);
    expect(cell.holder()).toMatchObject({ clientID: 'ada' });
    await cell.clock.advance(leaseSilenceMS);
    expect(cell.holder()).toBeNull();
  });

  it('passes to the next client that commands after it was given back during a run', async () => {
    const cell = await startRun();
    await cell.ask('releaseControl', {}, bob);
    expect(cell.holder()).toMatchObject({ clientID: 'ada' });
    await cell.ask('releaseControl');
    expect(cell.holder()).toBeNull();
    expect((await cell.ask('resumeRoutine', {}, bob)).ok).toBe(true);
    expect(cell.holder()).toMatchObject({ clientID: 'bob', reason: 'resumed' });
  });

  it.each([
    ['person', { access: 'session' }],
    ['person', { access: 'developerToken', isPage: true }],
    ['program', { access: 'developerToken', door: 'http' }],
    ['program', { door: 'socket' }],
  ] as const)('names its holder, a %s, by %o', async (kind, signedIn) => {
    const cell = await startRun({ ...ada, sessionID: 'client', name: 'Palletiser', ...signedIn });
    expect(cell.holder()).toMatchObject({ name: 'Palletiser', kind });
  });
});

describe('The speed of a run', () => {
  it('rises for the holder only, and falls for every client', async () => {
    const cell = await startRun();
    const restrict = (value: number, caller = ada) => cell.ask('setSpeedRestrictionPercentage', { value }, caller);
    const test = (value: number | null, caller = ada) => cell.ask('setTestRunSpeed', { value }, caller);
    expect((await restrict(0.5, bob)).ok).toBe(true);
    expect(await restrict(0.6, bob)).toMatchObject(takeOverFirst('Ada'));
    expect((await restrict(0.6)).ok).toBe(true);
    expect((await test(0.2, bob)).ok).toBe(true);
    expect(await test(null, bob)).toMatchObject(takeOverFirst('Ada'));
    expect((await test(null)).ok).toBe(true);
  });
});

describe('A client that lost its connection', () => {
  const page = (client: string, connection: number): Caller => ({
    ...(client === 'tablet' ? ada : bob),
    sessionID: `${client} ${connection}`,
    clientID: client,
    door: 'socket',
  });
  const loseConnection = (cell: Awaited<ReturnType<typeof startLoadedCell>>, { sessionID }: Caller) =>
    cell.dispatcher.endClient(sessionID);

  it('regains control by a reload', async () => {
    const cell = await startRun(page('tablet', 1));
    loseConnection(cell, page('tablet', 1));
    await cell.clock.advance(connectionGraceMS - 1000);
    await cell.ask('controlHeartbeat', {}, page('tablet', 2));
    await cell.clock.advance(connectionGraceMS);
    expect(cell.holder()).toMatchObject({ clientID: 'tablet', isLost: false });
    expect((await cell.ask('resumeRoutine', {}, page('tablet', 2))).ok).toBe(true);
  });

  it('reports no loss for its own take-over when it returns before its lease expires', async () => {
    const cell = await startRun(page('tablet', 1));
    expect((await cell.ask('acquireControl', {}, page('tablet', 1))).ok).toBe(true);
    expect((await cell.ask('takeOverControl', {}, page('tablet', 2))).ok).toBe(true);
    loseConnection(cell, page('tablet', 1));
    expect(cell.state().lease).toMatchObject({ holderID: 'tablet 2' });
    expect(cell.losses()).toEqual([]);
  });

  it('keeps control when one of its two connections is lost', async () => {
    const cell = await startRun(page('tablet', 1));
    await cell.ask('controlHeartbeat', {}, page('tablet', 2));
    loseConnection(cell, page('tablet', 1));
    await cell.clock.advance(connectionGraceMS);
    expect(cell.holder()).toMatchObject({ clientID: 'tablet', isLost: false });
  });

  it('appears as lost after a grace period, and still no other client resumes without taking over', async () => {
    const cell = await startRun(page('tablet', 1));
    loseConnection(cell, page('tablet', 1));
    await cell.clock.advance(connectionGraceMS - 1);
    expect(cell.holder()).toMatchObject({ isLost: false });
    await cell.clock.advance(1);
    expect(cell.holder()).toMatchObject({ clientID: 'tablet', isLost: true });
    await cell.clock.advance(3_600_000);
    expect(await cell.ask('resumeRoutine', {}, page('desk', 1))).toMatchObject(takeOverFirst('Ada'));
    expect(cell.state()).toMatchObject({ isPaused: true, run: { status: 'paused' } });
    await cell.ask('controlHeartbeat', {}, page('tablet', 2));
    expect(cell.holder()).toMatchObject({ clientID: 'tablet', isLost: false });
  });

  it('learns on its return which client took control', async () => {
    const cell = await startRun(page('tablet', 1));
    loseConnection(cell, page('tablet', 1));
    await cell.clock.advance(connectionGraceMS);
    await cell.ask('takeOverControl', {}, page('desk', 1));
    expect(cell.losses()).toMatchObject([{ clientID: 'tablet', byName: 'Bob' }]);
    expect(await cell.ask('resumeRoutine', {}, page('tablet', 2))).toMatchObject(takeOverFirst('Bob'));
  });

  it('keeps a run unchanged: a playing one continues', async () => {
    const cell = await startLoadedCell();
    await cell.ask('releaseControl');
    await cell.ask('playRoutine', {}, page('tablet', 1));
    loseConnection(cell, page('tablet', 1));
    expect(cell.state()).toMatchObject({ isPaused: false, control: { holder: { clientID: 'tablet' } } });
    await cell.clock.advance(1500);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' }, control: { holder: null } });
  });
});

describe('A cell that pauses runs without their holder', () => {
  it('pauses once the grace period is over, with the reason', async () => {
    const long = routineOf([step('step_1', 'Wait', { milliseconds: 3 * connectionGraceMS })]);
    const cell = await startLoadedCell({ routine: long, pausesWithoutHolder: true });
    await cell.ask('playRoutine');
    cell.dispatcher.endClient(ada.sessionID);
    await cell.clock.advance(connectionGraceMS - 1);
    expect(cell.state().isPaused).toBe(false);
    await cell.clock.advance(1);
    expect(cell.state()).toMatchObject({
      isPaused: true,
      control: { holder: { clientID: 'ada', isLost: true } },
      run: { pauseReason: expect.stringContaining('Ada has control but lost the connection') },
    });
  });
});

describe('A take-over', () => {
  it('leaves a run that is debugged where it halted, for the new holder to step on', async () => {
    const cell = await startLoadedCell();
    await cell.ask('stepOnce');
    await cell.clock.advance(leaseSilenceMS);
    const { pausedAt } = cell.state().debug;
    expect(pausedAt).not.toBeNull();
    expect(await cell.ask('stepOver', {}, bob)).toMatchObject(takeOverFirst('Ada'));
    expect((await cell.ask('takeOverControl', {}, bob)).ok).toBe(true);
    expect(cell.state()).toMatchObject({ isPaused: true, debug: { pausedAt } });
    expect((await cell.ask('stepOver', {}, bob)).ok).toBe(true);
  });

  it('refuses the former holder from the start, and gives up a run that it was starting', async () => {
    const cell = await startLoadedCell();
    const playing = cell.send('playRoutine');
    const taking = cell.send('takeOverControl', {}, bob);
    const late = cell.send('playRoutine');
    const answers = await cell.clock.runUntilSettled(Promise.all([playing, taking, late]));
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, false]);
    expect(cell.state()).toMatchObject({ kind: 'Idle', control: { holder: { clientID: 'bob' } } });
  });
});
