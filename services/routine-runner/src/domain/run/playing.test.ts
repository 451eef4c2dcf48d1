import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { bob, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell, twoWaits } from '../testing/loaded-cell.fixture.ts';

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

  it("records the real duration, even if the machine's clock was set meanwhile", async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    await cell.clock.advance(500);
    cell.clock.shiftWall(26 * 365 * 86_400_000);
    const begunMS = cell.state().run?.startedSteadyMS ?? Number.NaN;
    expect((cell.frames.at(-1)?.steadyMS ?? Number.NaN) - begunMS, 'as clients count it').toBeLessThanOrEqual(500);
    await cell.clock.advance(300);
    // A controller sends its state at least every 250 ms.
    cell.robot.press(cell.robot.state.externalTorques);
    await cell.clock.advance(0);
    expect(cell.state().run?.clockSetByMS, 'for clients that count by that clock').toBe(26 * 365 * 86_400_000);
    await cell.clock.advance(1200);
    const { startedAt, endedAt } = cell.writes.at(-1)?.run ?? {};
    const durationMS = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '');
    expect(durationMS).toBeGreaterThan(0);
    expect(durationMS).toBeLessThanOrEqual(2000);
    const times = cell.entries().map(({ at }) => Date.parse(at) - Date.parse(startedAt ?? ''));
    expect(times.filter((time) => time < 0 || time > 2000)).toEqual([]);
  });

  it('starts the script interpreters of its enabled steps when it is loaded', async () => {
    const prepared: string[] = [];
    const wait = (id: string, kind: 'Python' | 'JavaScript') => step(id, 'Wait', { condition: { kind, source: '1' } });
    const cell = startCell({
      routine: routineOf([wait('step_1', 'Python'), { ...wait('step_2', 'JavaScript'), isDisabled: true }]),
      scripts: { run: async () => ({ ok: true, value: 1 }), prepare: async (language) => void prepared.push(language) },
    });
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect(prepared).toEqual(['Python']);
  });

  it('unloads the routine with all its state, except while it plays', async () => {
    const cell = await startLoadedCell();
    await cell.ask('setBreakpoints', { routineID: 'routine_1', breakpoints: [{ stepID: 'step_2' }] });
    await cell.ask('playRoutine');
    expect(await cell.ask('unloadRoutine')).toMatchObject({ ok: false, error: { code: 'robot_not_idle' } });
    await cell.ask('stop');
    await cell.clock.advance(1000);
    expect(await cell.ask('unloadRoutine')).toMatchObject({ ok: true });
    const nothing = { routine: null, run: null, preflight: null, steps: {}, variables: {} };
    expect(cell.state()).toMatchObject({ ...nothing, debug: { routineID: null, breakpoints: [] } });
    expect(await cell.ask('playRoutine')).toMatchObject({
      ok: false,
      error: { message: 'No routine is loaded. Load one first' },
    });
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
      error: { code: 'cannot_play_routine', message: 'A routine cannot be played after a failure. Recover first' },
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

  it('asks before it starts inside a loop, and starts there after confirmation', async () => {
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

  it('overrides variables by name, keeps their types, and resets the local ones in every run', async () => {
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

  it('stops after the cycle on request', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([step('step_1', 'Loop', {}), step('step_1.1', 'Wait', { milliseconds: 300 })]),
    });
    await cell.ask('playRoutine');
    await cell.clock.advance(700);
    expect((await cell.ask('stopAfterCycle')).ok).toBe(true);
    expect(cell.state().run?.isStoppingAfterCycle).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped', cycleCount: 3 } });
    expect(cell.writes.at(-1)?.run.stop).toMatchObject({ how: 'afterCycle', by: { name: 'Ada' } });
  });

  it('continues when the stop after the cycle is cancelled, and then keeps no trace of it', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([step('step_1', 'Loop', {}), step('step_1.1', 'Wait', { milliseconds: 300 })]),
    });
    expect(await cell.ask('continueAfterCycle')).toMatchObject({ error: { code: 'routine_must_be_running' } });
    await cell.ask('playRoutine');
    await cell.clock.advance(700);
    await cell.ask('stopAfterCycle');
    expect((await cell.ask('continueAfterCycle')).ok).toBe(true);
    expect(cell.state().run?.isStoppingAfterCycle).toBe(false);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', run: { status: 'running' } });
    await cell.ask('stop');
    await cell.clock.advance(1000);
    expect(cell.writes.at(-1)?.run.stop).toMatchObject({ how: 'stop' });
  });

  it('shows no stop after the cycle when another stop came first', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    await cell.clock.advance(100);
    await cell.ask('stopAfterCycle');
    await cell.ask('stop');
    await cell.clock.advance(1000);
    expect(cell.state().run).toMatchObject({ status: 'stopped', isStoppingAfterCycle: false });
  });

  it('cancels a stop after the cycle for the client in control alone', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([step('step_1', 'Loop', {}), step('step_1.1', 'Wait', { milliseconds: 300 })]),
    });
    await cell.ask('playRoutine');
    await cell.ask('stopAfterCycle', {}, bob);
    expect(await cell.ask('continueAfterCycle', {}, bob)).toMatchObject({ error: { code: 'api_control_required' } });
    expect((await cell.ask('continueAfterCycle')).ok).toBe(true);
  });

  it('has a cycle time after the first complete cycle: the first pass without a loop', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    await cell.clock.advance(500);
    await cell.ask('stop');
    await cell.clock.advance(1000);
    expect(cell.state().run).toMatchObject({ status: 'stopped', cycleCount: 0, cycleTimeSeconds: null });
    await cell.ask('playRoutine');
    await cell.clock.advance(2000);
    expect(cell.state().run).toMatchObject({
      status: 'completed',
      cycleCount: 1,
      cycleTimeSeconds: expect.any(Number),
    });
  });

  it('counts every iteration of a long loop', async () => {
    const cell = await startLoadedCell({
      routine: routineOf([
        step('step_1', 'Loop', { times: 500 }),
        step('step_1.1', 'SetEnvironmentVariable', {
          variableID: 'variable_count',
          newValue: { kind: 'stateVariable', stepID: 'step_1', variable: 'completedCount' },
        }),
      ]),
    });
    await cell.ask('playRoutine');
    await cell.clock.advance(500 * 200 + 1000);
    expect(cell.state()).toMatchObject({
      run: { status: 'completed', cycleCount: 500 },
      variables: { variable_count: { value: 499 } },
    });
    expect(cell.entries().filter(({ event }) => event === 'stepEnded')).toHaveLength(501);
  });

  it('refuses to start, without moving anything, when the start cannot be written', async () => {
    const cell = await startLoadedCell();
    cell.journal.delay = () => new Promise(() => undefined);
    const played = cell.send('playRoutine');
    await cell.clock.advance(2000);
    expect(await played).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null, run: { status: 'failed' } });
  });

  it('reports why the start cannot be written, in the answer and in the journal of the refused run', async () => {
    const cell = await startLoadedCell();
    const problem = 'The disk of the database is full. Make room on it, then try again';
    cell.journal.delay = () => Promise.reject(new ProductError('unavailable', problem));
    const message = `The run journal cannot be written. ${problem}`;
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: false, error: { code: 'unavailable', message } });
    cell.journal.delay = async () => undefined;
    await cell.clock.advance(2000);
    expect(cell.writes.at(-1)?.run).toMatchObject({ status: 'failed', failure: { reason: message } });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
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
