import type { JointAngles } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { bob, moveSteps, routineOf, startCell, step } from './testing/fake-cell.fixture.ts';

const home: JointAngles = [0, -0.5, 1, 0, 0.5, 0];
const near: JointAngles = [1, -0.5, 1, 0, 0.5, 0];
const far: JointAngles = [2, -0.5, 1, 0, 0.5, 0];

async function startMoving(options: Parameters<typeof startCell>[0] = {}) {
  const cell = startCell({ routine: routineOf(moveSteps('step_1', [near, far])), ...options });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  return cell;
}

const joint0 = (cell: ReturnType<typeof startCell>) => cell.robot.state.positions[0];

describe('a move in a run', () => {
  it('drives the whole plan and tells activity, waypoints and distance', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ motionActivity: 'moving', run: { currentStepPath: '1.1' } });
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      motionActivity: 'none',
      run: { status: 'completed', distanceMeters: expect.closeTo(0.2, 6) },
      steps: { 'step_1.1': { variables: { completedCount: 1 } }, 'step_1.2': { variables: { completedCount: 1 } } },
    });
  });

  it('fails the run with the reason when it cannot be planned; nothing moves', async () => {
    const cell = await startMoving();
    cell.planner.answer = { ok: false, failure: { kind: 'PlanningFailure', message: 'Too far away.' } };
    await cell.clock.advance(500);
    expect(cell.robot.state.positions).toEqual(home);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'PlanningFailure', reason: 'Too far away.', recoveryKind: 'Recoverable', stepPath: '1.1' },
      run: { status: 'failed' },
    });
    expect(cell.entries().at(-1)).toMatchObject({ event: 'runEnded', result: 'failed' });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null });
  });

  it('fails when the controller refuses the trajectory, and stops what is under way', async () => {
    const cell = await startMoving();
    cell.robot.refusing = {
      command: 'execute',
      result: {
        ok: false,
        refusal: { kind: 'limit_exceeded', code: 'invalid_parameters', message: 'Joint 2 is too fast' },
      },
    };
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'ExecutionFailure', reason: 'Joint 2 is too fast' },
    });
  });

  it('stands still after a stop, on its path', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    await cell.ask('stop');
    await cell.clock.advance(200);
    const stopped = joint0(cell);
    expect(stopped).toBeGreaterThan(0.3);
    expect(stopped).toBeLessThan(0.7);
    await cell.clock.advance(10_000);
    expect(joint0(cell)).toBe(stopped);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
  });

  it('ends early where a condition holds, without a stop, and plans on from there', async () => {
    const condition = [
      [
        {
          kind: 'conditional',
          operator: '==',
          left: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Output', port: 1 } } },
          right: { kind: 'constant', value: 'high' },
        },
      ],
    ];
    const args = { stopEarlyConditions: JSON.stringify(condition) };
    const cell = await startMoving({ routine: routineOf(moveSteps('step_1', [near], args)) });
    const { stopEpoch } = cell.state();
    await cell.clock.advance(400);
    await cell.ask('setOutputIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] });
    await cell.clock.advance(1000);
    expect(joint0(cell)).toBeLessThan(0.6);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      stopEpoch,
      run: { status: 'completed' },
      steps: { 'step_1.1': { variables: { stoppedEarly: 1 } } },
    });
  });
});

describe('pausing and resuming a move', () => {
  async function pauseHalfway() {
    const cell = await startMoving();
    await cell.clock.advance(500);
    expect((await cell.ask('pauseRoutine')).ok).toBe(true);
    await cell.clock.advance(200);
    return cell;
  }

  it('holds on the path, keeps power, and goes on to the end', async () => {
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
      steps: { 'step_1.1': { state: 'paused' } },
    });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests).toHaveLength(1);
    expect(cell.entries().map(({ event }) => event)).toContain('resumed');
  });

  it('refuses a second pause, and a resume of what is not paused', async () => {
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

  it('refuses to resume when the arm was moved, offers the way back, and goes on from there', async () => {
    const cell = await pauseHalfway();
    const held = joint0(cell);
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: home })).toMatchObject({
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
    const returning = cell.send('returnToPausePosition', { commandID: 'back' });
    for (let beat = 0; beat < 20; beat++) {
      await cell.clock.advance(100);
      await cell.ask('holdHeartbeat', { commandID: 'back' });
    }
    expect(await cell.clock.runUntilSettled(returning)).toMatchObject({ result: { result: 'Success' } });
    expect(cell.planner.requests.at(-1)?.limits).toEqual({ toolSpeed: 0.25 });
    expect(joint0(cell)).toBe(held);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      run: { status: 'completed', distanceMeters: expect.closeTo(0.2, 3) },
    });
  });

  it('lets a push under 0.01 rad pass and plans the rest from where the arm stands', async () => {
    const cell = await pauseHalfway();
    await cell.ask('moveJointRelative', { joint: 1, offset: 0.005 });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests.at(-1)?.startJoints[1]).toBeCloseTo(-0.495, 6);
  });

  it.each([
    ['payload', (cell: ReturnType<typeof startCell>) => cell.ask('setRobotPayload', { mass: 2 }), /payload was 0 kg/],
    [
      'tool',
      async (cell: ReturnType<typeof startCell>) => {
        cell.equipment.findTool = async () => ({
          name: 'Claw',
          tcp: { x: 0, y: 0, z: 0.1, i: 0, j: 0, k: 0, w: 1 },
          massKg: 1,
          centreOfGravity: [0, 0, 0],
          boxes: [],
        });
      },
      /tool was 'wrist' at the pause and is 'Claw' now/,
    ],
  ])('refuses to resume with another %s', async (_what, change, message) => {
    const cell = await pauseHalfway();
    await change(cell);
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message) },
    });
    expect(cell.state().isPaused).toBe(true);
  });

  it('does not let a resume win against a pause or a stop that came while it was checked', async () => {
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

describe('what the cell does by itself', () => {
  it('holds the run while the safeguard is open, and resumes only when told', async () => {
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

  it('waits, too, when the safeguard opens just before a motion starts', async () => {
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

  it('fails when the controller is lost, and comes back without moving anything', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.cut();
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      isControllerConnected: false,
      failure: { kind: 'HeartbeatLostFailure', recoveryKind: 'Recoverable' },
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

describe('effects outside', () => {
  const outputs = [{ kind: 'Output', port: 1, level: 'high' }];

  async function startEffect() {
    const cell = startCell({
      routine: routineOf([step('step_1', 'Wait', { milliseconds: 200 }), step('step_2', 'SetIO', { outputs })]),
    });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    return cell;
  }

  it('happen after their intent is committed, and their outcome is recorded', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(100);
    await cell.clock.advance(180);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    await cell.clock.advance(1000);
    expect(cell.robot.state.io['Output 1']).toBe('high');
    const effects = cell.entries().filter(({ event }) => event.startsWith('effect'));
    expect(effects.map(({ event, stepPath, stepKind, result }) => [event, stepPath, stepKind, result])).toEqual([
      ['effectIntended', '2', 'SetIO', null],
      ['effectEnded', '2', 'SetIO', 'completed'],
    ]);
  });

  it('do not happen when their intent cannot be committed: the run fails', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(60_000);
    await cell.clock.advance(4000);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state()).toMatchObject({ kind: 'Failure', run: { status: 'failed' } });
    cell.journal.delay = async () => undefined;
    await cell.clock.advance(120_000);
    expect(cell.entries().filter(({ event }) => event === 'effectEnded')).toMatchObject([{ result: 'notExecuted' }]);
    expect(cell.entries().map(({ seq }) => seq)).toEqual(cell.entries().map((_, index) => index + 1));
  });

  it('do not happen when a stop comes while their intent is being committed', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(300);
    await cell.clock.advance(200);
    await cell.ask('stop');
    await cell.clock.advance(3000);
    expect(cell.robot.log.filter(({ kind }) => kind === 'output')).toEqual([]);
    expect(cell.entries().filter(({ event }) => event === 'effectEnded')).toMatchObject([{ result: 'notExecuted' }]);
  });
});

describe('hand motion', () => {
  async function startIdle() {
    const cell = startCell();
    await cell.clock.advance(100);
    return cell;
  }

  it('goes to a target and answers Success', async () => {
    const cell = await startIdle();
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near })).toMatchObject({
      ok: true,
      result: { result: 'Success', commandID: expect.any(String) },
    });
    expect(cell.robot.state.positions).toEqual(near);
    expect(cell.state()).toMatchObject({ kind: 'Idle', motionActivity: 'none' });
  });

  it('refuses a second command while one moves, and moves in a run', async () => {
    const cell = await startMoving();
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: home })).toMatchObject({
      error: { code: 'robot_not_idle' },
    });
    await cell.ask('stop');
    await cell.clock.advance(200);
    const first = cell.send('moveToJointSpacePoint', { jointAngles: home });
    expect(await cell.ask('moveJointRelative', { joint: 0, offset: 0.1 })).toMatchObject({
      error: { code: 'robot_not_idle' },
    });
    expect((await cell.clock.runUntilSettled(first)).ok).toBe(true);
  });

  it('needs released brakes', async () => {
    const cell = await startIdle();
    await cell.ask('setBrakes', { state: 'engaged' });
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near })).toMatchObject({
      error: { code: 'brakes_must_be_disengaged' },
    });
  });

  it('goes on only while it is held, and not faster than 250 mm/s', async () => {
    const cell = await startIdle();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, commandID: 'c1' });
    for (let beat = 0; beat < 5; beat++) {
      await cell.clock.advance(100);
      expect(await cell.ask('holdHeartbeat', { commandID: 'c1' })).toMatchObject({ result: { isActive: true } });
    }
    await cell.clock.advance(240);
    expect(cell.robot.isMoving).toBe(true);
    await cell.clock.advance(100);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({
      result: { result: 'Interrupted', commandID: 'c1' },
    });
    expect(cell.planner.requests.at(-1)?.limits).toEqual({ toolSpeed: 0.25 });
    expect(await cell.ask('holdHeartbeat', { commandID: 'c1' })).toMatchObject({ result: { isActive: false } });
    expect(cell.state().kind).toBe('Idle');
    expect(joint0(cell)).toBeLessThan(1);
  });

  it('keeps the caps of a speed profile', async () => {
    const cell = await startIdle();
    const maxJointSpeeds = [1, 1, 1, 2, 2, 2];
    await cell.ask('moveToJointSpacePoint', { jointAngles: near, maxJointSpeeds, maxTooltipSpeed: 0.5 });
    expect(cell.planner.requests.at(-1)?.limits).toEqual({ jointVelocities: maxJointSpeeds, toolSpeed: 0.5 });
    const held = cell.send('moveToJointSpacePoint', { jointAngles: home, maxTooltipSpeed: 0.5, isHeld: true });
    await cell.clock.runUntilSettled(held);
    expect(cell.planner.requests.at(-1)?.limits?.toolSpeed).toBe(0.25);
  });

  it('does not start what was let go while it was planned', async () => {
    const cell = await startIdle();
    cell.planner.delayMS = 1000;
    const before = cell.robot.log.length;
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: true, heartbeatIntervalMS: 1 });
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({ result: { result: 'Interrupted' } });
    expect(cell.robot.log.slice(before).filter(({ kind }) => kind === 'motionStarted')).toEqual([]);
    expect(cell.state().kind).toBe('Idle');
  });

  it('answers with the reason when it cannot be planned, and is Idle', async () => {
    const cell = await startIdle();
    cell.planner.answer = { ok: false, failure: { kind: 'PlanningFailure', message: 'Too far away.' } };
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: far })).toMatchObject({
      result: { result: 'Too far away.' },
    });
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null });
  });

  it('turns one joint, and moves the tool along its own axes or those of the base', async () => {
    const cell = await startIdle();
    await cell.ask('moveJointRelative', { joint: 3, offset: -0.2 });
    expect(cell.robot.state.positions[3]).toBeCloseTo(-0.2, 9);
    for (const frame of ['tool', 'robotArm', 'world']) {
      await cell.ask('moveToolRelative', { frame, translation: [0.01, 0.02, 0.03], rotation: [0, 0, 0.1] });
    }
    const poses = cell.planner.requests.slice(-3).map(({ targets: [first] }) => first?.target);
    const here = await cell.ask('forwardKinematics', { jointAngles: cell.robot.state.positions });
    expect(poses[1]).toEqual(poses[2]);
    expect(poses[0]).not.toEqual(poses[1]);
    if (here.ok && poses[1] && 'pose' in poses[1]) {
      const start: unknown = Reflect.get(Object(here.result), 'pose');
      expect(start).toMatchObject({
        x: expect.closeTo(poses[1].pose.x - 0.01, 9),
        y: expect.closeTo(poses[1].pose.y - 0.02, 9),
        z: expect.closeTo(poses[1].pose.z - 0.03, 9),
      });
    }
  });
});

describe('jogging', () => {
  const velocities = [0.2, 0, 0, 0, 0, 0];

  async function startJog() {
    const cell = startCell();
    await cell.clock.advance(100);
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject({
      result: { isActive: true },
    });
    return cell;
  }

  it('moves while heartbeats arrive, and comes to rest 250 ms after the last one', async () => {
    const cell = await startJog();
    for (let beat = 0; beat < 10; beat++) {
      await cell.clock.advance(100);
      await cell.ask('holdHeartbeat', { commandID: 'j1' });
    }
    expect(cell.state().kind).toBe('RunningAdHocCommand');
    expect(joint0(cell)).toBeGreaterThan(0.18);
    await cell.clock.advance(240);
    expect(cell.robot.isMoving).toBe(true);
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state().kind).toBe('Idle');
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject({
      result: { isActive: false },
    });
    expect(cell.robot.isMoving).toBe(false);
  });

  it('changes its velocity with the next message, and ends when told', async () => {
    const cell = await startJog();
    await cell.clock.advance(100);
    const turned = joint0(cell) ?? 0;
    await cell.ask('jog', { jogKind: 'joint', velocities: [-0.2, 0, 0, 0, 0, 0], commandID: 'j1' });
    await cell.clock.advance(200);
    expect(joint0(cell)).toBeLessThan(turned);
    await cell.ask('stopJog', { commandID: 'j1' });
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
  });

  it('ends with the connection of whoever jogs, at once', async () => {
    const cell = await startJog();
    await cell.clock.advance(50);
    cell.desk.endClient('ada');
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state()).toMatchObject({ kind: 'Idle', lease: null });
  });

  it('ends with a stop, and a late velocity of it moves nothing', async () => {
    const cell = await startJog();
    await cell.clock.advance(50);
    await cell.ask('stop', {}, bob);
    await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' });
    await cell.clock.advance(100);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state().kind).toBe('Idle');
  });
});

describe('guided mode', () => {
  it('lasts while it is validated', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    expect((await cell.ask('startAntigravity', { isSlow: true })).ok).toBe(true);
    expect(cell.state().kind).toBe('AntigravitySlow');
    for (let second = 0; second < 5; second++) {
      await cell.clock.advance(500);
      expect((await cell.ask('validateGuidedMode')).ok).toBe(true);
    }
    expect(cell.robot.state.mode).toBe('guided');
    await cell.clock.advance(1100);
    expect(cell.robot.state.mode).toBe('standing');
    expect(cell.state().kind).toBe('Idle');
    expect(await cell.ask('validateGuidedMode')).toMatchObject({ error: { code: 'robot_not_idle' } });
  });

  it('ends when told, with a stop, and with the connection of its holder', async () => {
    for (const end of ['stopAntigravity', 'stop', 'gone'] as const) {
      const cell = startCell();
      await cell.clock.advance(100);
      await cell.ask('startAntigravity');
      expect(cell.state().kind).toBe('Antigravity');
      if (end === 'gone') cell.desk.endClient('ada');
      else await cell.ask(end);
      await cell.clock.advance(100);
      expect(cell.robot.state.mode).toBe('standing');
      expect(cell.state().kind).toBe('Idle');
    }
  });

  it('may borrow the arm from a paused run', async () => {
    const cell = await startMoving();
    await cell.clock.advance(300);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(200);
    expect((await cell.ask('startAntigravity')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Antigravity', isPaused: true });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ error: { code: 'robot_not_idle' } });
    await cell.ask('stopAntigravity');
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
  });
});
