import { describe, expect, it } from 'vitest';
import { ada, bob, routineOf, startCell, step } from './testing/fake-cell.fixture.ts';

const twoWaits = routineOf([
  step('step_1', 'Wait', { milliseconds: 500 }),
  step('step_2', 'Wait', { milliseconds: 500 }),
]);

const home = [0, -0.5, 1, 0, 0.5, 0];
const away = [1, -0.5, 1, 0, 0.5, 0];

async function startLoadedCell(options: Parameters<typeof startCell>[0] = {}) {
  const cell = startCell({ routine: twoWaits, ...options });
  await cell.clock.advance(100);
  expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  return cell;
}

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

  it('tells where the joints are 30 times a second while moving and 4 times at rest', async () => {
    const cell = startCell();
    await cell.clock.advance(1000);
    const resting = cell.frames.length;
    expect(resting).toBeGreaterThanOrEqual(4);
    expect(resting).toBeLessThanOrEqual(6);
    const moved = cell.send('moveToJointSpacePoint', { jointAngles: away });
    await cell.clock.advance(900);
    expect(cell.frames.length - resting).toBeGreaterThan(25);
    expect(cell.frames.length - resting).toBeLessThan(36);
    await cell.clock.runUntilSettled(moved);
    expect(cell.frames.at(-1)?.q).toEqual(away);
    expect(cell.frames.map(({ seq }) => seq)).toEqual(cell.frames.map((_, index) => index + 1));
  });
});

describe('playing', () => {
  it('plays a routine and journals every step of it', async () => {
    const cell = await startLoadedCell();
    const played = await cell.ask('playRoutine');
    expect(played).toMatchObject({ ok: true, result: { runID: expect.stringMatching(/^run_/) } });
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', run: { status: 'running', currentStepID: 'step_1' } });
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      run: { status: 'completed', currentStepID: null, cycleCount: 1 },
      steps: { step_1: { state: 'stopped' } },
    });
    expect(cell.entries().map(({ seq, event, stepPath, result }) => [seq, event, stepPath, result])).toEqual([
      [1, 'runStarted', null, null],
      [2, 'stepStarted', '1', null],
      [3, 'stepEnded', '1', 'completed'],
      [4, 'stepStarted', '2', null],
      [5, 'stepEnded', '2', 'completed'],
      [6, 'runEnded', null, 'completed'],
    ]);
    expect(cell.writes.at(-1)?.run).toMatchObject({ status: 'completed', cycleCount: 1, endedAt: expect.any(String) });
  });

  it('makes exactly one run of 50 parallel plays', async () => {
    const cell = await startLoadedCell();
    const answers = await cell.clock.runUntilSettled(
      Promise.all(Array.from({ length: 50 }, () => cell.send('playRoutine'))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer.error.code).toBe('cannot_play_routine');
    await cell.clock.advance(3000);
    expect(cell.entries().filter(({ event }) => event === 'runStarted')).toHaveLength(1);
  });

  it('refuses without a routine, with engaged brakes, and in Failure', async () => {
    const empty = startCell();
    await empty.clock.advance(100);
    expect(await empty.ask('playRoutine')).toMatchObject({ ok: false, error: { code: 'cannot_play_routine' } });
    const cell = await startLoadedCell();
    await cell.ask('setBrakes', { state: 'engaged' });
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: false, error: { code: 'brakes_must_be_disengaged' } });
    cell.robot.pressEStop();
    await cell.clock.advance(10);
    expect(await cell.ask('playRoutine')).toMatchObject({
      ok: false,
      error: { code: 'cannot_play_routine', message: "'routineStarted' is not possible in Failure" },
    });
  });

  it('refuses a routine with problems by their number, and gives their list', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    const problem = { kind: 'invalidConfiguration' as const, message: 'Wrong', stepID: 'step_1', stepPath: '1' };
    cell.library.routine = { ...twoWaits, problems: [problem, { ...problem, message: 'Worse' }] };
    expect(await cell.ask('loadRoutine', { routineID: 'routine_1' })).toMatchObject({
      ok: false,
      error: {
        message: '2 validation errors',
        details: { failureKind: 'InvalidRoutineLoadedFailure', problems: [problem, { message: 'Worse' }] },
      },
    });
    expect(cell.state().routine).toBeNull();
  });

  it('asks before it starts inside a loop, and starts there once that is confirmed', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([
        step('step_1', 'Loop', { times: 2 }),
        step('step_1.1', 'Wait', { milliseconds: 100 }),
        step('step_1.2', 'Wait', { milliseconds: 100 }),
      ]),
    });
    const asked = await cell.ask('playRoutine', { fromStepID: 'step_1.2' });
    expect(asked).toMatchObject({ ok: false, error: { details: { needsConfirmation: true } } });
    expect(cell.state().kind).toBe('Idle');
    expect((await cell.ask('playRoutine', { fromStepID: 'step_1.2', isConfirmed: true })).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(
      cell
        .entries()
        .filter(({ event }) => event === 'stepStarted')
        .map(({ stepPath }) => stepPath),
    ).toEqual(['1', '1.2', '1.1', '1.2']);
  });

  it('overrides variables by name, in the type they have, and starts the local ones over with every run', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine', { variables: { count: '7', shift: 'late' } });
    expect(cell.state().variables).toMatchObject({ variable_count: { value: 7 }, variable_shift: { value: 'late' } });
    await cell.clock.advance(2000);
    await cell.ask('playRoutine');
    expect(cell.state().variables).toMatchObject({ variable_count: { value: 0 }, variable_shift: { value: 'late' } });
    await cell.clock.advance(2000);
    expect(await cell.ask('playRoutine', { variables: { nonsense: 1 } })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: 'Variable nonsense is not valid' },
    });
  });

  it('plays one step at a time', async () => {
    const cell = await startLoadedCell();
    expect((await cell.ask('stepOnce')).ok).toBe(true);
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true, run: { status: 'paused' } });
    expect(cell.entries().filter(({ event }) => event === 'stepEnded')).toHaveLength(1);
    expect((await cell.ask('stepOnce')).ok).toBe(true);
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', isPaused: false, run: { status: 'completed' } });
  });

  it('stops after the cycle when told to', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([step('step_1', 'Loop', {}), step('step_1.1', 'Wait', { milliseconds: 300 })]),
    });
    await cell.ask('playRoutine');
    await cell.clock.advance(700);
    expect((await cell.ask('stopAfterCycle')).ok).toBe(true);
    expect(cell.state().run?.isStoppingAfterCycle).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped', cycleCount: 3 } });
  });

  it('refuses to start, without moving anything, when the start cannot be written', async () => {
    const cell = await startLoadedCell();
    cell.journal.delay = () => new Promise(() => undefined);
    const played = cell.send('playRoutine');
    await cell.clock.advance(2000);
    expect(await played).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(cell.state().kind).toBe('Idle');
  });

  it('does not start when a stop comes while the start is being written', async () => {
    const cell = await startLoadedCell();
    cell.journal.delay = () => cell.clock.sleep(500);
    const played = cell.send('playRoutine');
    await cell.clock.advance(100);
    await cell.ask('stop');
    expect(await cell.clock.runUntilSettled(played)).toMatchObject({
      ok: false,
      error: { code: 'cannot_play_routine' },
    });
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
    expect(cell.entries().some(({ event }) => event === 'stepStarted')).toBe(false);
  });
});

describe('stopping', () => {
  it('ends a run: a new epoch for arm and devices, Idle again, and the journal says stopped', async () => {
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

  it('reaches the arm in the turn it arrives in, whatever is being loaded, planned or written', async () => {
    const cell = await startLoadedCell();
    cell.journal.delay = () => new Promise(() => undefined);
    void cell.send('playRoutine');
    void cell.send('loadRoutine', { routineID: 'routine_2' });
    const stops = () => cell.robot.log.filter(({ kind }) => kind === 'stopStarted').length;
    const before = stops();
    cell.session.stop('test');
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

  it('stops the run when the brakes are engaged', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    expect(await cell.ask('setBrakes', { state: 'engaged' })).toMatchObject({ ok: true, result: { state: 'engaged' } });
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({ kind: 'Idle', brakes: 'engaged', run: { status: 'stopped' } });
  });
});

describe('control of the arm', () => {
  it('goes by itself to whoever commands it while nobody has it, and is refused to others', async () => {
    const cell = await startLoadedCell();
    expect(cell.state().lease).toMatchObject({ holderID: 'ada', sequence: 1 });
    expect(await cell.ask('playRoutine', {}, bob)).toMatchObject({
      ok: false,
      error: { code: 'api_control_required', message: 'Ada controls the robot. Take over control first' },
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

  it('stops hand motion before it is taken over', async () => {
    const cell = await startLoadedCell();
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: away });
    await cell.clock.advance(300);
    await cell.ask('takeOverControl', {}, bob);
    expect(cell.robot.isMoving).toBe(false);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({ ok: true, result: { result: 'Interrupted' } });
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

  it('refuses what it does not know, and what is not shaped as it should be, saying which field', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('makeCoffee')).toMatchObject({
      ok: false,
      error: { message: "There is no message 'makeCoffee'" },
    });
    for (const jointAngles of [[1, 2, 3], [0, 0, 0, 0, 0, Number.NaN], 'x']) {
      const answer = await cell.ask('moveToJointSpacePoint', { jointAngles });
      expect(answer).toMatchObject({ ok: false, error: { code: 'request_failed_validation' } });
      if (!answer.ok) expect(answer.error.message).toMatch(/^jointAngles/);
    }
  });
});

describe('settings', () => {
  it('finds the speed restriction that was in force before the runner started', async () => {
    const cell = startCell({ isConnected: false });
    cell.robot.set({ override: 0.3 });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.state().speedRestrictionPercentage).toBe(0.3);
    expect(cell.robot.state.overrideFactor).toBe(0.3);
  });

  it('clamps the speed restriction to 0–1 and multiplies it with the speed of a test run', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('setSpeedRestrictionPercentage', { value: 7 })).toMatchObject({ result: { value: 1 } });
    expect(await cell.ask('setSpeedRestrictionPercentage', { value: 0.5 })).toMatchObject({ result: { value: 0.5 } });
    await cell.ask('setTestRunSpeed', { value: 0.5 });
    expect(cell.robot.state.overrideFactor).toBe(0.25);
    await cell.ask('setTestRunSpeed', { value: null });
    expect(cell.robot.state.overrideFactor).toBe(0.5);
  });

  it('keeps the payload within the range of the spec, with its messages', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('setRobotPayload', { mass: -20 })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: 'Payload mass cannot be less than -10 kg' },
    });
    expect((await cell.ask('setRobotPayload', { mass: 1.5 })).ok).toBe(true);
    expect(cell.state().payload.mass).toBe(1.5);
  });

  it('sets outputs, and no input, no safety port and no port that does not exist', async () => {
    const cell = await startLoadedCell();
    const set = (kind: string, port: number) => cell.ask('setOutputIO', { outputs: [{ kind, port, level: 'high' }] });
    expect((await set('Output', 3)).ok).toBe(true);
    expect(cell.state().io['Output 3']).toBe('high');
    for (const [kind, port] of [
      ['Input', 1],
      ['Safety', 1],
      ['FlangeInput', 1],
      ['Output', 17],
      ['Relay', 4],
    ] as const) {
      expect(await set(kind, port)).toMatchObject({ ok: false, error: { code: 'request_failed_validation' } });
    }
  });

  it('evaluates expressions and sets variables of the loaded routine; those of the cell reach the library', async () => {
    const cell = await startLoadedCell();
    expect((await cell.ask('setVariableState', { variableID: 'variable_shift', value: 'night' })).ok).toBe(true);
    expect(cell.library.saved.get('variable_shift')).toBe('night');
    const expression = {
      kind: 'conditional',
      operator: '==',
      left: { kind: 'variable', variableID: 'variable_shift' },
      right: { kind: 'constant', value: 'night' },
    };
    expect(await cell.ask('evaluateConditional', { expression })).toMatchObject({ ok: true, result: { value: true } });
    expect(await cell.ask('setVariableState', { variableID: 'variable_x', value: 1 })).toMatchObject({
      ok: false,
      error: { message: 'Unknown variable id variable_x' },
    });
  });

  it('gives the pose of the tool for joint angles', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('forwardKinematics', { jointAngles: [0, 0, 0, 0, 0, 0] })).toMatchObject({
      ok: true,
      result: { pose: { y: expect.closeTo(0.35405, 4), z: expect.closeTo(1.4619, 4) } },
    });
    expect(cell.robot.state.positions).toEqual(home);
  });
});
