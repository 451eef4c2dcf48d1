import { describe, expect, it } from 'vitest';
import { bob, moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, joint0, near } from '../testing/moving-cell.fixture.ts';

const wait = (id: string, milliseconds = 100) => step(id, 'Wait', { milliseconds });
const setCount = (id: string, value: number) =>
  step(id, 'SetEnvironmentVariable', {
    variableID: 'variable_count',
    newValue: { kind: 'constant', value },
    isGlobal: false,
  });
const count = { kind: 'variable', variableID: 'variable_count' } as const;
const isCount = (value: number) => ({
  kind: 'conditional',
  operator: '==',
  left: count,
  right: { kind: 'constant', value },
});
const plain = [wait('step_1'), setCount('step_2', 7), wait('step_3'), wait('step_4')];

async function startDebugged(steps = plain, breakpoints: readonly object[] = [{ stepID: 'step_3' }]) {
  const cell = startCell({ routine: routineOf(steps) });
  await cell.clock.advance(100);
  const set = (next: readonly object[], routineID = 'routine_1') =>
    cell.ask('setBreakpoints', { routineID, breakpoints: next });
  expect((await set(breakpoints)).ok).toBe(true);
  expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  const play = async () => {
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(5000);
  };
  const goOn = async (kind: string, payload: object = {}) => {
    const answer = await cell.ask(kind, payload);
    await cell.clock.advance(5000);
    return answer;
  };
  const place = () => {
    const { pausedAt } = cell.state().debug;
    return pausedAt && `${pausedAt.reason} ${pausedAt.when} ${pausedAt.stepPath}`;
  };
  return { cell, set, play, goOn, place };
}

describe('The debug state of a session', () => {
  it('may be sent back as it was received', async () => {
    const { cell, set } = await startDebugged();
    expect(await cell.ask('setWatches', { watches: [{ expression: count }] })).toMatchObject({ ok: true });
    const { breakpoints, watches } = cell.state().debug;
    expect(await set(breakpoints)).toMatchObject({ ok: true, result: { breakpoints } });
    expect(await cell.ask('setWatches', { watches })).toMatchObject({ ok: true, result: { watches } });
    expect(await set([{ ...breakpoints[0], isEnabledd: false }])).toMatchObject({ ok: false });
  });
});

describe('a breakpoint', () => {
  it('pauses as usual, with place and reason in the state and in the journal', async () => {
    const { cell, play, goOn, place } = await startDebugged();
    await play();
    expect(place()).toBe('breakpoint before 3');
    expect(cell.state()).toMatchObject({
      kind: 'RoutineRunning',
      isPaused: true,
      brakes: 'disengaged',
      run: { status: 'paused', pauseReason: null },
      debug: { pausedAt: { stepID: 'step_3', thread: 'main', problem: null } },
      variables: { variable_count: { value: 7 } },
    });
    expect(cell.entries().find(({ event }) => event === 'paused')).toMatchObject({
      stepID: 'step_3',
      data: { halt: { reason: 'breakpoint', when: 'before' } },
    });
    expect(await goOn('resumeRoutine')).toMatchObject({ ok: true });
    expect(cell.state()).toMatchObject({ run: { status: 'completed' }, debug: { pausedAt: null } });
  });

  it('also pauses the arm in another thread, and resumes under the same conditions', async () => {
    const steps = [
      step('step_1', 'RunInBackground', {}),
      wait('step_1.1', 500),
      wait('step_1.2'),
      ...moveSteps('step_2', [near, far]),
    ];
    const { cell, play, goOn, place } = await startDebugged(steps, [{ stepID: 'step_1.2' }]);
    await play();
    expect(place()).toBe('breakpoint before 1.2');
    expect(cell.state()).toMatchObject({
      motionActivity: 'paused',
      debug: { pausedAt: { thread: 'step_1' } },
      steps: { 'step_2.1': { state: 'paused' } },
    });
    const held = joint0(cell);
    await cell.clock.advance(10_000);
    expect(joint0(cell)).toBe(held);
    expect(held).toBeLessThan(1);
    await cell.ask('setRobotPayload', { mass: 2 });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      error: { message: expect.stringMatching(/payload changed from 0 kg/) },
    });
    await cell.ask('setRobotPayload', { mass: 0 });
    expect(await goOn('resumeRoutine')).toMatchObject({ ok: true });
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.state().run?.status).toBe('completed');
  });

  it('pauses the move on its path when set at a waypoint', async () => {
    const { cell, play, goOn, place } = await startDebugged(moveSteps('step_1', [near, far]), [
      { stepID: 'step_1.2', when: 'before' },
    ]);
    await play();
    expect(place()).toBe('breakpoint before 1.2');
    expect(joint0(cell)).toBeGreaterThanOrEqual(1);
    expect(joint0(cell)).toBeLessThan(2);
    await goOn('resumeRoutine');
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('ends with a stop, like any pause', async () => {
    const { cell, play } = await startDebugged();
    await play();
    expect((await cell.ask('stop')).ok).toBe(true);
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' }, debug: { pausedAt: null } });
  });

  it('evaluates its condition with the current values, and is ignored when disabled', async () => {
    const { cell, set, play, goOn, place } = await startDebugged(
      [step('step_1', 'Loop', { times: 2 }), wait('step_1.1'), setCount('step_1.2', 7)],
      [
        { stepID: 'step_1.1', condition: isCount(7) },
        { stepID: 'step_1.2', isEnabled: false },
      ],
    );
    await play();
    expect(place()).toBe('breakpoint before 1.1');
    expect(cell.state().steps.step_1?.variables.completedCount).toBe(1);
    expect((await set([{ stepID: 'step_1', when: 'after' }])).ok).toBe(true);
    await goOn('resumeRoutine');
    expect(place()).toBe('breakpoint after 1');
  });

  it('reports when its condition cannot be evaluated', async () => {
    const condition = { kind: 'variable', variableID: 'variable_gone' };
    const { cell, play } = await startDebugged(plain, [{ stepID: 'step_1', condition }]);
    await play();
    expect(cell.state().debug.pausedAt?.problem).toBe('Unknown variable id variable_gone');
  });
});

describe('breakpoints of a session', () => {
  it('wait for their routine, stay across its versions, and are removed with another routine', async () => {
    const { cell, set } = await startDebugged(plain, [{ stepID: 'step_3' }, { stepID: 'step_9' }]);
    const kept = () => cell.state().debug.breakpoints.map(({ stepID, isVerified }) => [stepID, isVerified]);
    expect(kept()).toEqual([
      ['step_3', true],
      ['step_9', false],
    ]);
    cell.library.routine = routineOf([...plain, wait('step_9')], 2);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect(kept()).toEqual([
      ['step_3', true],
      ['step_9', true],
    ]);
    const { program } = cell.library.routine;
    cell.library.routine = { ...cell.library.routine, program: { ...program, routineID: 'routine_2' } };
    await cell.ask('loadRoutine', { routineID: 'routine_2' });
    expect(cell.state().debug).toMatchObject({ routineID: 'routine_2', breakpoints: [] });
    expect(await set([{ stepID: 'step_1' }])).toMatchObject({
      ok: true,
      result: { breakpoints: [{ stepID: 'step_1', when: 'before', condition: null, isVerified: false }] },
    });
  });

  it('cannot belong to another routine than the running one', async () => {
    const { set, play } = await startDebugged();
    await play();
    expect(await set([], 'routine_2')).toMatchObject({
      error: { code: 'robot_not_idle', message: 'Another routine is running. Set its breakpoints, or stop it first' },
    });
  });

  it('cause an error when duplicated or too many', async () => {
    const { set } = await startDebugged();
    expect(await set([{ stepID: 'step_1' }, { stepID: 'step_1' }])).toMatchObject({
      error: { message: expect.stringContaining('A step can have at most one breakpoint before it and one after it') },
    });
    expect(await set(Array.from({ length: 501 }, (_, index) => ({ stepID: `s${index}` })))).toMatchObject({
      error: { message: expect.stringContaining('At most 500 breakpoints') },
    });
  });

  it('require the same control as a pause; stepping requires the arm', async () => {
    const { cell, play } = await startDebugged();
    await play();
    expect(await cell.ask('acquireControl')).toMatchObject({ ok: true });
    const nobody = { ...bob, permissions: [] };
    const payload = { routineID: 'routine_1', breakpoints: [] };
    expect(await cell.ask('setBreakpoints', payload, nobody)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await cell.ask('setBreakpoints', payload, bob)).toMatchObject({ ok: true });
    for (const [kind, payload] of [
      ['stepOver', {}],
      ['stepInto', {}],
      ['runTo', { stepID: 'step_4' }],
      ['setStepDisabled', { stepID: 'step_4', isDisabled: true }],
    ] as const) {
      expect(await cell.ask(kind, payload, bob)).toMatchObject({ error: { code: 'api_control_required' } });
    }
  });
});

describe('stepping', () => {
  const nested = [wait('step_1'), step('step_2', 'Loop', { times: 2 }), wait('step_2.1'), wait('step_3')];

  it('starts before the first step when nothing plays, and continues step by step', async () => {
    const { cell, goOn, place } = await startDebugged(nested, []);
    expect(await goOn('stepInto')).toMatchObject({ ok: true });
    expect(place()).toBe('step before 1');
    const places: unknown[] = [];
    for (const kind of ['stepOver', 'stepInto', 'stepInto', 'stepOver', 'stepOver']) {
      await goOn(kind);
      places.push(place());
    }
    expect(places).toEqual([...['2', '2.1', '2.1', '3'].map((path) => `step before ${path}`), null]);
    expect(cell.state().run?.status).toBe('completed');
  });

  it('steps over the children of a step, and runs to a step', async () => {
    const { goOn, place } = await startDebugged(nested, [{ stepID: 'step_2' }]);
    await goOn('runTo', { stepID: 'step_2.1' });
    expect(place()).toBe('breakpoint before 2');
    await goOn('stepOver');
    expect(place()).toBe('step before 3');
    await goOn('stop');
    await goOn('setBreakpoints', { routineID: 'routine_1', breakpoints: [] });
    await goOn('runTo', { stepID: 'step_2.1' });
    expect(place()).toBe('runTo before 2.1');
  });

  it('fails when it cannot run to the step', async () => {
    const { goOn } = await startDebugged(nested, []);
    expect(await goOn('runTo', { stepID: 'gone' })).toMatchObject({
      error: { code: 'request_failed_validation', message: 'The routine does not have this step' },
    });
    await goOn('setStepDisabled', { stepID: 'step_3', isDisabled: true });
    expect(await goOn('runTo', { stepID: 'step_3' })).toMatchObject({
      error: { code: 'cannot_play_routine', message: 'The step is disabled. Enable it first' },
    });
    const nothing = startCell();
    await nothing.clock.advance(100);
    expect(await nothing.ask('runTo', { stepID: 'step_3' })).toMatchObject({
      error: { code: 'cannot_play_routine', message: 'No routine is loaded. Load one first' },
    });
  });

  it('reports a pause by another client', async () => {
    const { cell, place } = await startDebugged(nested, []);
    await cell.ask('playRoutine');
    await cell.clock.advance(50);
    await cell.ask('pauseRoutine');
    expect(place()).toBe('pause during 1');
  });

  it('stays on the step during a prompt inside it', async () => {
    const ask = step('step_1.1', 'WaitForConfirmation', { message: 'Ready?' });
    const { cell, goOn, place } = await startDebugged(
      [step('step_1', 'Loop', { times: 1 }), ask, wait('step_1.2'), wait('step_2')],
      [{ stepID: 'step_1' }],
    );
    await goOn('playRoutine');
    await goOn('stepOver');
    expect(cell.state().prompt?.stepID).toBe('step_1.1');
    expect(await goOn('confirmStep', { stepID: 'step_1.1' })).toMatchObject({ ok: true });
    await cell.clock.advance(1000);
    expect(place()).toBe('step before 2');
  });
});

describe('a step that is disabled for a run', () => {
  it('does not play in that run only', async () => {
    const { cell, play, goOn } = await startDebugged(plain, []);
    expect(await goOn('setStepDisabled', { stepID: 'step_2', isDisabled: true })).toMatchObject({
      result: { disabledStepIDs: ['step_2'] },
    });
    await play();
    expect(cell.state()).toMatchObject({ variables: { variable_count: { value: 0 } }, debug: { disabledStepIDs: [] } });
    expect(cell.entries().find(({ stepID }) => stepID === 'step_2')).toMatchObject({ result: 'skipped' });
    await play();
    expect(cell.state().variables.variable_count?.value).toBe(7);
  });

  it('must be an enabled step of the routine', async () => {
    const steps = plain.map((one) => (one.id === 'step_4' ? { ...one, isDisabled: true } : one));
    const { goOn } = await startDebugged(steps, []);
    expect(await goOn('setStepDisabled', { stepID: 'gone', isDisabled: true })).toMatchObject({
      error: { code: 'request_failed_validation', message: 'The routine does not have this step' },
    });
    expect(await goOn('setStepDisabled', { stepID: 'step_4', isDisabled: false })).toMatchObject({
      error: { code: 'cannot_play_routine', message: 'The step is disabled in the routine. Enable it there' },
    });
  });
});

describe('a watch', () => {
  it('updates at every pause, when a variable is set, and while the run plays', async () => {
    const { cell, play, goOn } = await startDebugged();
    const watches = [{ expression: count }, { expression: { kind: 'variable', variableID: 'gone' } }];
    expect(await cell.ask('setWatches', { watches })).toMatchObject({
      result: {
        watches: [
          { value: 0, problem: null },
          { value: null, problem: 'Unknown variable id gone' },
        ],
      },
    });
    await play();
    const value = () => cell.state().debug.watches[0]?.value;
    expect(value()).toBe(7);
    await goOn('setVariableState', { variableID: 'variable_count', value: 3 });
    expect(value()).toBe(3);
    const signal = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Output', port: 1 } } };
    await cell.ask('setWatches', { watches: [{ expression: signal }] });
    expect(value()).toBe('low');
    await cell.ask('setOutputIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] });
    await cell.clock.advance(600);
    expect(value()).toBe('high');
  });

  it('has limits', async () => {
    const { cell } = await startDebugged();
    const watches = Array.from({ length: 51 }, () => ({ expression: count }));
    expect(await cell.ask('setWatches', { watches })).toMatchObject({
      error: { message: expect.stringContaining('At most 50 watched expressions') },
    });
  });
});
