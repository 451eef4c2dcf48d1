import { describe, expect, it } from 'vitest';
import { Playback, playback, programOf, type StepSketch, step } from '../testing/play.fixture.ts';

const at = { target: { jointAngles: [0, 0, 0, 0, 0, 0] } };

function wait(id: string, milliseconds = 100): StepSketch {
  return step('Wait', { milliseconds }, [], { id });
}

function loop(id: string, children: readonly StepSketch[], args: Readonly<Record<string, unknown>> = { times: 2 }) {
  return step('Loop', args, children, { id });
}

/** Returns the starts and ends of steps, without variables and cycles. */
function stepEvents(events: readonly string[]): string[] {
  return events.filter((event) => event.startsWith('start') || event.startsWith('end') || event === 'paused');
}

describe('Playing', () => {
  it('plays steps in order, one after the other', async () => {
    const run = playback([wait('a'), wait('b')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(stepEvents(run.events)).toEqual(['start a', 'end a completed', 'start b', 'end b completed']);
  });

  it('skips a disabled step and all steps inside', async () => {
    const run = playback([step('Loop', {}, [wait('inner')], { id: 'loop', isDisabled: true }), wait('b')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(stepEvents(run.events)).toEqual(['end loop skipped', 'start b', 'end b completed']);
  });

  it('ignores the arguments of a disabled step', async () => {
    const [move, ...inside] = programOf([step('MoveArmToV2', {}, [step('Waypoint', at), step('Waypoint', at)])]);
    const broken = inside.map((waypoint, index) =>
      index === 0 ? { ...waypoint, isDisabled: true, args: {} } : waypoint,
    );
    const run = new Playback(move === undefined ? [] : [move, ...broken]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['reach Waypoint 1.2']);
  });

  it('reports the innermost step as failed', async () => {
    const run = playback([
      loop('loop', [step('Wait', { condition: { kind: 'constant', value: 'maybe' } }, [], { id: 'w' })]),
    ]);
    expect(await run.finish()).toMatchObject({ kind: 'failed', isRecoverable: true, step: { id: 'w', path: '1.1' } });
    expect(run.events.at(-1)).toMatch(/^end loop failed ExecutionFailure/);
  });

  it('refuses a kind that is not built by its name before anything plays', async () => {
    const run = playback([wait('a'), loop('loop', [step('RunSkill', {}, [], { id: 'weld' })])]);
    expect(await run.finish()).toMatchObject({
      kind: 'failed',
      failure: 'StepPlayFailure',
      message: 'Step 2.1: RunSkill (unknown): this build cannot play steps of this kind',
      step: { id: 'weld' },
    });
    expect(run.events).toEqual([]);
  });

  it('refuses a kind that does not exist', () => {
    const run = playback([step('Dance', {}, [], { id: 'dance' })]);
    expect(run.engine.checkStart(undefined)).toMatchObject({
      kind: 'refused',
      message: 'Step 1: No step kind "Dance" exists',
    });
  });

  it('skips a disabled step of a kind that is not built', async () => {
    const run = playback([step('RunSkill', {}, [], { isDisabled: true }), wait('a')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
  });

  it('refuses an expression that this build cannot evaluate before anything plays', () => {
    const sensor = { kind: 'modbusTCP', name: 'Level', hostname: '192.168.0.20' };
    const run = playback([step('Wait', { condition: { kind: 'sensor', sensor } })]);
    expect(run.engine.checkStart(undefined)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The sensor Level is read over modbusTCP'),
    });
  });
});

describe('Variables of steps', () => {
  it('have their initial values when an expression reads them before their step has played', async () => {
    const newValue = { kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' };
    const set = step('SetEnvironmentVariable', { variableID: 'rounds', newValue }, [], { id: 'set' });
    const run = playback([set, loop('loop', [wait('a')]), loop('other', [wait('b')])], { variables: { rounds: -1 } });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.variables.get('rounds')).toBe(0);
    expect(run.events.slice(0, 2)).toEqual(['loop.completedCount = 0', 'start set']);
  });
});

describe('Pause and resume', () => {
  it('hold before the next step', async () => {
    const run = playback([wait('a', 100), wait('b', 100)]);
    const result = run.play();
    await run.clock.advance(50);
    run.engine.pause();
    expect(run.engine.isPaused).toBe(true);
    await run.clock.advance(10_000);
    expect(stepEvents(run.events)).toEqual(['start a']);
    run.engine.resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(10_200);
  });

  it('allow a stop while paused', async () => {
    const run = playback([wait('a'), wait('b')]);
    const result = run.play();
    run.engine.pause();
    await run.clock.advance(1000);
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
  });
});

describe('Step once', () => {
  it('plays one step and pauses before the next', async () => {
    const run = playback([wait('a'), wait('b'), wait('c')], { goOn: { kind: 'stepOnce' } });
    const result = run.play();
    await run.clock.advance(5000);
    expect(stepEvents(run.events)).toEqual(['start a', 'end a completed', 'paused']);
    run.engine.resume({ kind: 'stepOnce' });
    await run.clock.advance(5000);
    expect(stepEvents(run.events).slice(3)).toEqual(['start b', 'end b completed', 'paused']);
    run.engine.resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
  });

  it('does not count a container as a step', async () => {
    const run = playback([loop('loop', [wait('a')]), wait('b')], { goOn: { kind: 'stepOnce' } });
    const result = run.play();
    await run.clock.advance(5000);
    run.engine.resume({ kind: 'stepOnce' });
    await run.clock.advance(5000);
    expect(stepEvents(run.events)).toEqual([
      'start loop',
      'start a',
      'end a completed',
      'paused',
      'start a',
      'end a completed',
      'end loop completed',
      'paused',
    ]);
    run.engine.stop();
    await result;
  });

  it('ends the run with the last step and does not pause after it', async () => {
    const run = playback([wait('a')], { goOn: { kind: 'stepOnce' } });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.events).not.toContain('paused');
  });
});

describe('Starting at a chosen step', () => {
  const routine = [wait('a'), loop('loop', [wait('b'), loop('inner', [wait('c'), wait('d')])]), wait('e')];

  it('skips the steps before it', async () => {
    const run = playback(routine, { fromStepID: 'e' });
    await run.finish();
    expect(stepEvents(run.events)).toEqual(['start e', 'end e completed']);
  });

  it('asks for confirmation before it starts inside a loop', () => {
    const { engine } = playback(routine);
    expect(engine.checkStart('a')).toEqual({ kind: 'ready' });
    expect(engine.checkStart('loop')).toEqual({ kind: 'ready' });
    expect(engine.checkStart('d')).toEqual({
      kind: 'asks',
      question: 'This step is inside a loop. Start here, in the first iteration of the loop?',
    });
  });

  it('starts at the step only in the first iteration of the enclosing loops', async () => {
    const run = playback(routine, { fromStepID: 'd' });
    await run.finish();
    const started = run.events.filter((event) => event.startsWith('start')).map((event) => event.slice(6));
    const laterRound = ['b', 'inner', 'c', 'd', 'c', 'd'];
    expect(started).toEqual(['loop', 'inner', 'd', 'c', 'd', ...laterRound, 'e']);
  });

  it('enters a loop for the first iteration without checking its condition', async () => {
    const never = { condition: { kind: 'constant', value: false } };
    const run = playback([loop('loop', [wait('a'), wait('b')], never)], { fromStepID: 'b' });
    await run.finish();
    expect(stepEvents(run.events)).toEqual(['start loop', 'start b', 'end b completed', 'end loop completed']);
  });

  it('refuses unknown and disabled steps', async () => {
    const run = playback([step('Loop', {}, [wait('a')], { id: 'loop', isDisabled: true })]);
    expect(run.engine.checkStart('gone')).toEqual({ kind: 'unknownStep' });
    expect(run.engine.checkStart('a')).toEqual({ kind: 'disabledStep' });
    await expect(run.engine.play({ fromStepID: 'gone' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('Cycles', () => {
  it('counts only the iterations of the main loop', async () => {
    const run = playback([loop('outer', [loop('inner', [wait('a')])])], { mainLoopStepID: 'inner' });
    await run.finish();
    expect(run.events.filter((event) => event.startsWith('cycle'))).toEqual([
      'cycle 1',
      'cycle 2',
      'cycle 3',
      'cycle 4',
    ]);
  });

  it('counts a program without loops as one cycle', async () => {
    const run = playback([wait('a')]);
    await run.finish();
    expect(run.events.at(-1)).toBe('cycle 1');
  });

  it('stops after the cycle when requested', async () => {
    const run = playback([loop('loop', [wait('a', 1000)], {}), wait('b')]);
    const result = run.play();
    await run.clock.advance(1500);
    run.engine.stopAfterCycle();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(2000);
    expect(run.events).not.toContain('start b');
    expect(run.engine.continueAfterCycle()).toBe(false);
  });

  it('continues with the next cycle when the stop after the cycle is cancelled', async () => {
    const run = playback([loop('loop', [wait('a', 1000)], {})]);
    const result = run.play();
    await run.clock.advance(500);
    run.engine.stopAfterCycle();
    expect(run.engine.continueAfterCycle()).toBe(true);
    await run.clock.advance(2000);
    run.engine.stopAfterCycle();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(3000);
  });
});
