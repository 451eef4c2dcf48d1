import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { type Cell, far, home, joint0, startMoving } from '../testing/moving-cell.fixture.ts';

describe('pausing and resuming a move', () => {
  async function pauseHalfway() {
    const cell = await startMoving();
    await cell.clock.advance(500);
    expect((await cell.ask('pauseRoutine')).ok).toBe(true);
    await cell.clock.advance(200);
    return cell;
  }

  it('stops on the path, keeps power, and continues to the end', async () => {
    const cell = await pauseHalfway();
    const held = joint0(cell);
    await cell.clock.advance(10_000);
    expect(joint0(cell)).toBe(held);
    expect(cell.state()).toMatchObject({
      kind: 'RoutineRunning',
      isPaused: true,
      brakes: 'disengaged',
      motionActivity: 'paused',
      run: { status: 'paused' },
      steps: { 'step_1.1': { state: 'paused', variables: { currentActivity: 'paused' } } },
    });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    expect(cell.state()).toMatchObject({
      motionActivity: 'moving',
      steps: { 'step_1.1': { state: 'playing', variables: { currentActivity: 'moving' } } },
    });
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests).toHaveLength(1);
    expect(cell.entries().map(({ event }) => event)).toContain('resumed');
  });

  it('refuses a second pause, and a resume without a pause', async () => {
    const cell = await pauseHalfway();
    expect(await cell.ask('pauseRoutine')).toMatchObject({ ok: false, error: { code: 'routine_must_be_playing' } });
    await cell.ask('resumeRoutine');
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false, error: { code: 'routine_must_be_running' } });
  });

  it('stops a paused run', async () => {
    const cell = await pauseHalfway();
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', isPaused: false, run: { status: 'stopped' } });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false });
  });

  it('refuses to resume when the arm was moved, offers the return, and continues from there', async () => {
    const cell = await pauseHalfway();
    const held = joint0(cell);
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: home, isHeld: false })).toMatchObject({
      result: { result: 'Success' },
    });
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      ok: false,
      error: {
        code: 'cannot_play_routine',
        message: expect.stringContaining('Return to the pause position'),
        details: { offers: 'returnToPausePosition' },
      },
    });
    const unheld = cell.send('returnToPausePosition', {});
    expect(await cell.clock.runUntilSettled(unheld)).toMatchObject({
      result: { result: 'Interrupted', message: expect.stringContaining('only while it is held') },
    });
    const returning = cell.send('returnToPausePosition', { commandID: 'back' });
    for (let beat = 0; beat < 20; beat++) {
      await cell.clock.advance(100);
      await cell.ask('holdHeartbeat', { commandID: 'back' });
    }
    expect(await cell.clock.runUntilSettled(returning)).toMatchObject({ result: { result: 'Success' } });
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
    expect(joint0(cell)).toBe(held);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      run: { status: 'completed', distanceMeters: expect.closeTo(0.2, 3) },
    });
  });

  it('accepts a displacement under 0.01 rad and plans the rest from the current position', async () => {
    const cell = await pauseHalfway();
    await cell.ask('moveJointRelative', { joint: 1, offset: 0.005, isHeld: false });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests.at(-1)?.startJoints[1]).toBeCloseTo(-0.495, 6);
  });

  it.each([['payload', (cell: Cell) => cell.ask('setRobotPayload', { mass: 2 }), /payload changed from 0 kg/]])(
    'refuses to resume with another %s',
    async (_what, change, message) => {
      const cell = await pauseHalfway();
      await change(cell);
      expect(await cell.ask('resumeRoutine')).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(message) },
      });
      expect(cell.state().isPaused).toBe(true);
    },
  );

  it('does not happen after a pause or stop during its check', async () => {
    for (const overtaking of ['pauseRoutine', 'stop']) {
      const cell = await pauseHalfway();
      cell.robot.latencyMS = () => 20;
      const resuming = cell.send('resumeRoutine');
      await cell.clock.advance(5);
      const overtaken = cell.send(overtaking);
      expect(await cell.clock.runUntilSettled(resuming)).toMatchObject({ ok: false });
      expect((await cell.clock.runUntilSettled(overtaken)).ok).toBe(true);
      await cell.clock.advance(300);
      const held = joint0(cell);
      await cell.clock.advance(5000);
      expect(joint0(cell)).toBe(held);
    }
  });

  it('keeps the remainder of a wait', async () => {
    const cell = startCell({ routine: routineOf([step('step_1', 'Wait', { milliseconds: 1000 })]) });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(600);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(60_000);
    await cell.ask('resumeRoutine');
    await cell.clock.advance(380);
    expect(cell.state().run?.status).toBe('running');
    await cell.clock.advance(130);
    expect(cell.state().run?.status).toBe('completed');
  });
});
