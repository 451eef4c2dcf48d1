import { describe, expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, home, joint0, near, startMoving } from '../testing/moving-cell.fixture.ts';

describe('a move in a run', () => {
  it('drives the whole plan and reports activity, waypoints and distance', async () => {
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

  it('may make a detour round obstacles, and informs the author of the step', async () => {
    const cell = await startMoving();
    const reason = "the forearm would touch 'crate'";
    cell.planner.detours = [
      { targetIndex: 0, reason, isOtherPosture: true },
      { targetIndex: 1, reason, isOtherPosture: false },
    ];
    await cell.clock.advance(4000);
    expect(cell.planner.requests).toMatchObject([{ mayAvoid: true }]);
    expect(cell.entries().filter(({ event }) => event === 'stepWarning')).toMatchObject([
      {
        stepPath: '1.1',
        stepKind: 'Waypoint',
        data: {
          message: "Different arm posture for this pose: in the nearest one, the forearm would touch 'crate'",
        },
      },
      {
        stepPath: '1.2',
        data: { message: "Detour: on the direct path, the forearm would touch 'crate'" },
      },
    ]);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' } });
  });

  it('reports the right step when the rest of a move is planned again', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.planner.detours = [{ targetIndex: 0, reason: "the forearm would touch 'crate'", isOtherPosture: false }];
    const refusal = { kind: 'wrong_start', code: 'conflict', message: 'The arm does not stand there' } as const;
    cell.robot.refusing = { command: 'execute', result: { ok: false, refusal } };
    while (cell.planner.requests.length < 2) await cell.clock.advance(5);
    cell.robot.refusing = undefined;
    await cell.clock.advance(4000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests.map(({ targets }) => targets.length)).toEqual([2, 1]);
    expect(cell.entries().filter(({ event }) => event === 'stepWarning')).toMatchObject([{ stepPath: '1.2' }]);
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

  it('fails at the faulty waypoint, with the ones before it stopped', async () => {
    const cell = await startMoving();
    const message = 'Motion planning unsuccessful: the forearm would touch the floor.';
    const causes = [{ key: 'touchesBody' as const, values: { body: 'forearm', other: 'floor' } }];
    cell.planner.answer = { ok: false, failure: { kind: 'CollisionFailure', message, targetIndex: 1, causes } };
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({
      failure: { kind: 'CollisionFailure', reason: message, stepPath: '1.2', causes },
      run: { status: 'failed' },
      steps: { 'step_1.1': { state: 'stopped' }, 'step_1.2': { state: 'stopped' } },
    });
    const ended = cell.entries().filter(({ event }) => event === 'stepEnded');
    expect(ended).toMatchObject([
      { stepPath: '1.1', result: 'stopped' },
      { stepPath: '1.2', result: 'failed', data: { failure: { message, causes } } },
      { stepPath: '1', result: 'failed' },
    ]);
  });

  it('names the faulty waypoint when the rest of a move is planned again', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    const refusal = { kind: 'wrong_start', code: 'conflict', message: 'The arm does not stand there' } as const;
    cell.robot.refusing = { command: 'execute', result: { ok: false, refusal } };
    cell.planner.answer = { ok: false, failure: { kind: 'JointLimitFailure', message: 'Too far', targetIndex: 0 } };
    await cell.clock.advance(4000);
    expect(cell.state()).toMatchObject({ failure: { kind: 'JointLimitFailure', stepPath: '1.2' } });
  });

  it('fails when the controller refuses the trajectory, and stops everything in progress', async () => {
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

  it('stops on its path after a stop', async () => {
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

  it('does not start when its stop condition already holds', async () => {
    const cell = startCell({ routine: routineOf(moveSteps('step_1', [near], args)) });
    await cell.clock.advance(100);
    await cell.ask('setOutputIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] });
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(3000);
    expect(cell.robot.log.filter(({ kind }) => kind === 'motionStarted')).toEqual([]);
    expect(cell.state()).toMatchObject({
      run: { status: 'completed', distanceMeters: 0 },
      steps: { 'step_1.1': { variables: { stoppedEarly: 1 } } },
    });
  });

  it('ends early when a condition holds, without a stop, and continues planning from there', async () => {
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

describe('a move with contact force', () => {
  const line = { motionKind: 'line', target: { jointAngles: far } };
  const press = {
    prePressPosition: { target: { jointAngles: near } },
    pressPosition: { target: { jointAngles: far } },
  };

  it('ends at the wanted force, without a stop, and the run continues', async () => {
    const steps = [step('step_1', 'PushMode', {}), step('step_1.1', 'MoveArmTo', line)];
    const cell = await startMoving({ routine: routineOf(steps) });
    const { stopEpoch } = cell.state();
    cell.robot.touchesAt = 0.5;
    await cell.clock.advance(4000);
    expect(cell.robot.state.positions).not.toEqual(far);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      stopEpoch,
      run: { status: 'completed' },
      steps: {
        step_1: { variables: { isInContact: true, contactForce: expect.closeTo(64.4, 1) } },
        'step_1.1': { variables: { completedCount: 1 } },
      },
    });
  });

  it('presses a button, and commits to it before it touches', async () => {
    const cell = await startMoving({ routine: routineOf([step('step_1', 'PressButton', press)]) });
    await cell.clock.advance(10_000);
    expect(cell.state()).toMatchObject({
      run: { status: 'completed' },
      steps: { step_1: { variables: { completedCount: 1, contactForce: 0 } } },
    });
    const effects = cell.entries().filter(({ event }) => event.startsWith('effect'));
    expect(effects).toMatchObject([
      { event: 'effectIntended', stepKind: 'PressButton', data: { kind: 'press', details: { contactForce: 30 } } },
      { event: 'effectEnded', result: 'completed' },
    ]);
  });
});
