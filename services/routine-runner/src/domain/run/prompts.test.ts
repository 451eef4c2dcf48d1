import { describe, expect, it } from 'vitest';
import { bob, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const asks = (args: Record<string, unknown> = {}) =>
  routineOf([
    step('step_1', 'WaitForConfirmation', { message: 'Is the door closed?', delayMS: 1000, ...args }),
    step('step_2', 'Wait', { milliseconds: 500 }),
  ]);

/** Starts a cell whose routine asks the operator. */
async function startAsking(args: Record<string, unknown> = {}, play = 'playRoutine') {
  const cell = startCell({ routine: asks(args) });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask(play)).ok).toBe(true);
  await cell.clock.advance(100);
  return cell;
}

describe('a prompt', () => {
  it('pauses the run, is shown to every client, and resumes the run after the delay of its answer', async () => {
    const cell = await startAsking();
    const prompt = { stepID: 'step_1', message: 'Is the door closed?', mode: 'confirm', choices: [], required: true };
    expect(cell.state()).toMatchObject({ isPaused: true, prompt, run: { status: 'paused' } });
    expect(cell.questions).toEqual([['Is the door closed?', 'routine_1']]);
    await cell.clock.advance(3_600_000);
    expect(cell.state().prompt).toEqual(prompt);
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(true);
    expect(cell.state()).toMatchObject({ isPaused: false, prompt: null, run: { status: 'running' } });
    await cell.clock.advance(900);
    expect(cell.state().steps.step_2).toBeUndefined();
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed' } });
  });

  it('cannot be skipped by a resume or a single step', async () => {
    const cell = await startAsking();
    for (const kind of ['resumeRoutine', 'stepOnce']) {
      expect(await cell.ask(kind)).toMatchObject({
        ok: false,
        error: { code: 'cannot_play_routine', message: expect.stringContaining('Answer it') },
      });
    }
    expect(cell.state()).toMatchObject({ isPaused: true, prompt: { stepID: 'step_1' } });
  });

  it.each([
    ['choice', { mode: 'choice', choices: ['Flange', 'Shaft'] }, 'Shaft', 'choice'],
    ['freeform', { mode: 'freeform' }, 'Batch 7', 'freeformInput'],
  ])('requires an input in mode %s, which the step stores', async (mode, args, input, variable) => {
    const cell = await startAsking(args);
    for (const missing of [undefined, '']) {
      expect(await cell.ask('confirmStep', { stepID: 'step_1', input: missing })).toMatchObject({
        ok: false,
        error: { message: `Input is required for mode ${mode}` },
      });
    }
    expect((await cell.ask('confirmStep', { stepID: 'step_1', input })).ok).toBe(true);
    await cell.clock.advance(100);
    expect(cell.state().steps.step_1?.variables).toMatchObject({ confirmed: true, [variable]: input });
    await cell.clock.advance(2000);
    expect(cell.entries()).toContainEqual(expect.objectContaining({ event: 'resumed', data: { answer: input } }));
  });

  it('accepts only one of its choices', async () => {
    const cell = await startAsking({ mode: 'choice', choices: ['Flange', 'Shaft'] });
    expect(await cell.ask('confirmStep', { stepID: 'step_1', input: 'Bolt' })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Flange, Shaft') },
    });
  });

  it('can be answered once: a step without a question refuses', async () => {
    const cell = await startAsking();
    expect(await cell.ask('confirmStep', { stepID: 'step_2' })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    const [first, second] = await Promise.all([
      cell.ask('confirmStep', { stepID: 'step_1' }),
      cell.ask('confirmStep', { stepID: 'step_1' }),
    ]);
    expect([first.ok, second.ok]).toEqual([true, false]);
  });

  it('stays when the cell does not allow the run to continue', async () => {
    const cell = await startAsking();
    cell.robot.setSafeguard(true);
    await cell.clock.advance(100);
    expect(await cell.ask('confirmStep', { stepID: 'step_1' })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('safeguard') },
    });
    expect(cell.state()).toMatchObject({ isPaused: true, prompt: { stepID: 'step_1' } });
    cell.robot.setSafeguard(false);
    await cell.clock.advance(100);
    await cell.ask('moveJointRelative', { joint: 0, offset: 0.1, isHeld: false });
    expect(await cell.ask('confirmStep', { stepID: 'step_1' })).toMatchObject({
      ok: false,
      error: { details: { offers: 'returnToPausePosition' } },
    });
    expect(cell.state().prompt).not.toBeNull();
  });

  it('accepts an answer only from the client that controls the robot, also after its lease has expired', async () => {
    const cell = await startAsking();
    for (const waitMS of [0, 3_600_000]) {
      await cell.clock.advance(waitMS);
      expect(await cell.ask('confirmStep', { stepID: 'step_1' }, bob)).toMatchObject({
        ok: false,
        error: { code: 'api_control_required' },
      });
    }
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(true);
  });

  it('accepts an answer from any client if the step allows it, and control stays unchanged', async () => {
    const cell = await startAsking({ answeredBy: 'anyone' });
    expect(cell.state().prompt).toMatchObject({ answeredBy: 'anyone' });
    expect((await cell.ask('confirmStep', { stepID: 'step_1' }, bob)).ok).toBe(true);
    expect(cell.state()).toMatchObject({ prompt: null, control: { holder: { name: 'Ada' }, losses: [] } });
  });

  it('ends with a stop', async () => {
    const cell = await startAsking();
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', prompt: null, isPaused: false, run: { status: 'stopped' } });
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(false);
  });

  it('survives a fault and its recovery', async () => {
    const cell = await startAsking();
    await cell.ask('setInFailureState', { message: 'Look', isRecoverable: true });
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(false);
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true, prompt: { stepID: 'step_1' } });
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(true);
  });

  it('pauses again after its step in a routine that is played step by step', async () => {
    const cell = await startAsking({}, 'stepOnce');
    expect((await cell.ask('confirmStep', { stepID: 'step_1' })).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ isPaused: true, prompt: null, run: { status: 'paused' } });
    expect(cell.state().steps.step_2).toBeUndefined();
  });
});

describe('the delay after an answer', () => {
  const answer = { stepID: 'step_1' };
  async function startCounting() {
    const cell = await startAsking({ delayMS: 2500 });
    expect(cell.state().countdown).toBeNull();
    await cell.ask('confirmStep', answer);
    return cell;
  }
  type Cell = Awaited<ReturnType<typeof startCounting>>;
  const secondsLeft = (cell: Cell) => cell.state().countdown?.secondsLeft;

  it('counts down in the state of the robot, second by second', async () => {
    const cell = await startCounting();
    expect(cell.state().countdown).toEqual({ ...answer, message: 'Is the door closed?', secondsLeft: 3 });
    await cell.clock.advance(600);
    expect(secondsLeft(cell)).toBe(2);
    await cell.clock.advance(1000);
    expect(secondsLeft(cell)).toBe(1);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ countdown: null, steps: { step_2: { state: 'playing' } } });
  });

  it('pauses with the run', async () => {
    const cell = await startCounting();
    await cell.clock.advance(600);
    expect((await cell.ask('pauseRoutine')).ok).toBe(true);
    await cell.clock.advance(60_000);
    expect(secondsLeft(cell)).toBe(2);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(1800);
    expect(secondsLeft(cell)).toBe(1);
    expect(cell.state().steps.step_2).toBeUndefined();
  });

  it('returns to the question when any client cancels it, and the run keeps its place', async () => {
    const cell = await startCounting();
    await cell.clock.advance(2400);
    expect((await cell.ask('cancelCountdown', answer, bob)).ok).toBe(true);
    await cell.clock.advance(60_000);
    expect(cell.state()).toMatchObject({ countdown: null, isPaused: true, prompt: answer, run: { status: 'paused' } });
    expect(cell.state().steps.step_2).toBeUndefined();
    // The client that cancelled the answer paused the run, so it has control.
    expect(await cell.ask('confirmStep', answer)).toMatchObject({ ok: false, error: { code: 'api_control_required' } });
    expect((await cell.ask('confirmStep', answer, bob)).ok).toBe(true);
    expect(secondsLeft(cell)).toBe(3);
    await cell.clock.advance(4000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed' } });
  });

  it('can be cancelled while the run is paused', async () => {
    const cell = await startCounting();
    await cell.ask('pauseRoutine');
    expect((await cell.ask('cancelCountdown', answer)).ok).toBe(true);
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ countdown: null, isPaused: true, prompt: answer });
  });

  it('cannot be cancelled when it is over', async () => {
    const cell = await startCounting();
    await cell.clock.advance(2600);
    expect(await cell.ask('cancelCountdown', answer)).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: 'The delay of this step is over. Pause or stop the run' },
    });
  });

  it('ends with a stop', async () => {
    const cell = await startCounting();
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', countdown: null, prompt: null });
  });
});

describe('a fault triggered by a step', () => {
  async function startFaulty(args: Record<string, unknown>, around: readonly ReturnType<typeof step>[] = []) {
    const fault = step(around.length > 0 ? 'step_1.1' : 'step_1', 'TriggerFault', { message: 'Feeder empty', ...args });
    const cell = startCell({ routine: routineOf([...around, fault, step('step_2', 'Wait', { milliseconds: 500 })]) });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(100);
    return cell;
  }

  it('pauses the run when it is recoverable, and the run continues after recovery and resume', async () => {
    const cell = await startFaulty({ isRecoverable: true });
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      isPaused: true,
      failure: {
        kind: 'TriggerFaultFailure',
        reason: 'Feeder empty',
        recoveryKind: 'Recoverable',
        stepID: 'step_1',
        stepPath: '1',
      },
      run: { status: 'paused' },
    });
    await cell.clock.advance(60_000);
    expect((await cell.ask('recover')).ok).toBe(true);
    await cell.clock.advance(60_000);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', isPaused: true });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed' } });
  });

  it('can be stopped instead when it is recoverable', async () => {
    const cell = await startFaulty({ isRecoverable: true });
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Failure', run: { status: 'stopped' } });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state().kind).toBe('Idle');
  });

  it('ends the run when it is not recoverable, and requires engaged brakes for recovery', async () => {
    const cell = await startFaulty({});
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'TriggerFaultFailure', recoveryKind: 'NotRecoverable', stepID: 'step_1' },
      run: { status: 'failed' },
    });
    expect(await cell.ask('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
  });

  it('pauses the whole run from the background, and names its own step', async () => {
    const cell = await startFaulty({ isRecoverable: true }, [step('step_1', 'RunInBackground', {})]);
    expect(cell.state()).toMatchObject({ kind: 'Failure', isPaused: true, failure: { stepID: 'step_1.1' } });
    await cell.ask('recover');
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state().run?.status).toBe('completed');
  });
});

describe('a step in the background', () => {
  it('journals its effects under its own thread and step', async () => {
    const outputs = [{ kind: 'Output', port: 1, level: 'high' }];
    const cell = startCell({
      routine: routineOf([
        step('step_1', 'RunInBackground', {}),
        step('step_1.1', 'SetIO', { outputs }),
        step('step_2', 'Wait', { milliseconds: 500 }),
      ]),
    });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(2000);
    const effects = cell.entries().filter(({ event }) => event.startsWith('effect'));
    expect(effects).toMatchObject([
      { event: 'effectIntended', thread: 'step_1', stepID: 'step_1.1' },
      { event: 'effectEnded', thread: 'step_1', stepID: 'step_1.1', result: 'completed' },
    ]);
  });
});
