import { describe, expect, it } from 'vitest';
import { effectiveTimeLimit } from '../framework/index.ts';
import { type PlayOptions, playback, type StepSketch, step } from '../testing/play.fixture.ts';

const output = step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }, [], { id: 'io' });

function play(steps: readonly StepSketch[], options: PlayOptions) {
  const run = playback(steps, options);
  return { run, result: run.finish() };
}

describe('The time limit of a step', () => {
  it('defaults to 250 ms, with a warning at 75 %', async () => {
    const { run, result } = play([output], { outputsTakeMS: 10_000 });
    expect(await result).toMatchObject({
      kind: 'failed',
      failure: 'StepPlayFailure',
      message: 'timeout of 250ms reached',
      step: { id: 'io' },
    });
    expect(run.clock.now()).toBe(250);
    expect(run.events).toEqual([
      'start io',
      'warn io The step has run for 188 ms of its limit of 250 ms',
      'end io failed StepPlayFailure: timeout of 250ms reached',
    ]);
  });

  it('only warns about a step that ends in time', async () => {
    const { run, result } = play([output], { outputsTakeMS: 200 });
    expect(await result).toEqual({ kind: 'completed' });
    expect(run.events.filter((event) => event.startsWith('warn'))).toHaveLength(1);
  });

  it('excludes pauses', async () => {
    const run = playback([output], { outputsTakeMS: 1000 });
    const result = run.play();
    await run.clock.advance(100);
    run.engine.pause();
    await run.clock.advance(700);
    run.engine.resume();
    await run.clock.advance(149);
    expect(run.events).not.toContain('end io failed StepPlayFailure: timeout of 250ms reached');
    await run.clock.advance(1);
    expect(await result).toMatchObject({ message: 'timeout of 250ms reached' });
  });

  it('excludes waits while it is suspended, once or twice', async () => {
    const run = playback([output], { outputsTakeMS: 5000 });
    const result = run.play();
    await run.clock.advance(100);
    const resumeOne = run.engine.suspendTimeLimit('main');
    const resumeOther = run.engine.suspendTimeLimit('main');
    await run.clock.advance(1000);
    resumeOne();
    await run.clock.advance(1000);
    resumeOther();
    await run.clock.advance(149);
    expect(run.events).not.toContain('end io failed StepPlayFailure: timeout of 250ms reached');
    await run.clock.advance(1);
    expect(await result).toMatchObject({ message: 'timeout of 250ms reached' });
  });

  it('stays off when a step ended while it was suspended', async () => {
    const run = playback([output, step('Wait', { milliseconds: 5000 })], { outputsTakeMS: 100 });
    const result = run.play();
    await run.clock.advance(50);
    const resume = run.engine.suspendTimeLimit('main');
    await run.clock.advance(1000);
    resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.events.filter((event) => event.startsWith('warn'))).toEqual([]);
  });

  it("counts the step's own time: loops, moves and waits for a condition have none", async () => {
    const condition = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };
    const target = { jointAngles: [0, 0, 0, 0, 0, 0] };
    const run = playback(
      [
        step('Loop', { times: 1 }, [step('Wait', { milliseconds: 60_000 })]),
        step('MoveArmToV2', {}, [step('Waypoint', { target })]),
        step('Wait', { condition }),
      ],
      { legMS: 60_000 },
    );
    const result = run.play();
    await run.clock.advance(1_000_000);
    run.cell.inputs.set('Input 1', 'high');
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.events.filter((event) => event.startsWith('warn'))).toEqual([]);
  });

  it('abandons a step that ignores its abort after one second and continues without it', async () => {
    const { run, result } = play([output], { outputsTakeMS: 60_000, outputsIgnoreStop: true });
    expect(await result).toMatchObject({ failure: 'StepPlayFailure', message: 'timeout of 250ms reached' });
    expect(run.clock.now()).toBe(1250);
    expect(run.events.at(-2)).toBe('warn io The step did not end within 1000 ms of the stop and was aborted');
  });

  it('lets a stop end the run even if a step ignores it', async () => {
    const run = playback([step('Loop', {}, [output])], { outputsTakeMS: 60_000, outputsIgnoreStop: true });
    const result = run.play();
    await run.clock.advance(10);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(1010);
  });
});

describe('The effective time limit', () => {
  it('equals the limit of the kind, but at least 250 ms more than its nominal time', () => {
    const waiting = (ms: number) => effectiveTimeLimit({ limitMS: ms * 1.05, warningMS: ms * 1.025, nominalMS: ms });
    expect(waiting(100)).toEqual({ limitMS: 350, warningMS: 287.5 });
    expect(waiting(10_000)).toEqual({ limitMS: 10_500, warningMS: 10_250 });
    expect(effectiveTimeLimit({ limitMS: 10_000, warningMS: null })).toEqual({ limitMS: 10_000, warningMS: 7500 });
    expect(effectiveTimeLimit({ limitMS: null, warningMS: null })).toBeUndefined();
  });
});
