import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitRuntime } from '../kinds/Wait/run.ts';
import { playback, type StepSketch, step } from '../testing/play.fixture.ts';

function wait(id: string, milliseconds = 100): StepSketch {
  return step('Wait', { milliseconds }, [], { id });
}
function loop(id: string, children: readonly StepSketch[], args: Readonly<Record<string, unknown>> = {}): StepSketch {
  return step('Loop', args, children, { id });
}
function beside(children: readonly StepSketch[]): StepSketch {
  return step('RunInBackground', {}, children, { id: 'beside' });
}

const blink = loop('blink', [wait('lamp', 300)]);
const stepEvents = (events: readonly string[]) => events.filter((event) => /^(start|end) |^paused/.test(event));

describe('Steps in the background', () => {
  afterEach(() => vi.restoreAllMocks());

  it('run in parallel with the following steps and end on their own', async () => {
    const run = playback([beside([wait('a', 300)]), wait('b', 1000)]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(stepEvents(run.events)).toEqual([
      'start beside',
      'start a',
      'end beside completed',
      'start b',
      'end a completed',
      'end b completed',
    ]);
    expect(run.clock.now()).toBe(1000);
    expect(run.events.filter((event) => event.startsWith('beside'))).toEqual([
      'beside.isRunning = true',
      'beside.isRunning = false',
    ]);
  });

  it('end with the routine', async () => {
    const run = playback([beside([blink]), wait('b', 1000)]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(1000);
    expect(run.events).toContain('end blink stopped');
    expect(run.cell.stepVariables.get('beside.isRunning')).toBe(false);
  });

  it('play in a thread of their own, named after the step that started it', async () => {
    const run = playback([beside([step('Loop', { times: 1 }, [wait('a')])]), wait('b')]);
    await run.finish();
    expect(run.threads.get('a')).toBe('beside');
    expect(run.threads.get('b')).toBe('main');
    expect([...run.threadsWithPorts].sort()).toEqual(['beside', 'main']);
  });

  it('fail the routine with the failure that they expect', async () => {
    const set = step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }, [], { id: 'set' });
    const run = playback([beside([wait('a', 300), set]), wait('b', 1000)], { faults: ['outputsFail'] });
    expect(await run.finish()).toMatchObject({ kind: 'failed', failure: 'IOFailure', step: { id: 'set' } });
    expect(run.clock.now()).toBe(300);
    expect(run.events).toContain('end b stopped');
  });

  it('fail the routine with an InternalFailure when they crash', async () => {
    vi.spyOn(waitRuntime, 'run').mockRejectedValueOnce(new Error('broken'));
    const run = playback([beside([wait('a')]), wait('b', 1000)]);
    expect(await run.finish()).toMatchObject({ kind: 'failed', failure: 'InternalFailure', step: { id: 'a' } });
  });

  it('wait during a pause', async () => {
    const run = playback([beside([wait('a', 300), wait('c', 300)]), wait('b', 1000)]);
    const result = run.play();
    await run.clock.advance(200);
    run.engine.pause();
    await run.clock.advance(60_000);
    expect(run.events).not.toContain('start c');
    run.engine.resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(61_000);
  });

  it('do not halt when the routine is played step by step', async () => {
    const run = playback([beside([blink]), wait('a'), wait('b')], { goOn: { kind: 'stepOnce' } });
    const result = run.play();
    await run.clock.advance(5000);
    expect(stepEvents(run.events).at(-1)).toBe('paused');
    expect(run.events).not.toContain('start a');
    run.engine.resume({ kind: 'stepOnce' });
    await run.clock.advance(5000);
    expect(run.events.filter((event) => event === 'paused')).toHaveLength(2);
    expect(run.events).toContain('end a completed');
    expect(run.events).not.toContain('start b');
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
  });

  it('end with a stop', async () => {
    const run = playback([beside([blink]), wait('b', 10_000)]);
    const result = run.play();
    await run.clock.advance(500);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(500);
    expect(run.events).toContain('end lamp stopped');
  });

  it('do not count the rounds of their loops as cycles', async () => {
    const run = playback([beside([loop('blink', [wait('lamp', 300)], { times: 2 })]), wait('b', 1000)]);
    await run.finish();
    expect(run.events.filter((event) => event.startsWith('cycle'))).toEqual(['cycle 1']);
  });

  it('cannot leave a loop around them', async () => {
    const stray = step('LoopControl', { action: 'break' }, [], { id: 'stray' });
    const run = playback([loop('loop', [beside([stray]), wait('a', 300)])]);
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Tried to break out of a loop without being in a loop',
      step: { id: 'stray' },
    });
  });

  it('continue when they are reached again while they play, and restart after they have ended', async () => {
    const run = playback([loop('loop', [beside([wait('a', 1000)]), wait('b', 400)], { times: 4 })]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    const starts = run.events.filter((event) => event === 'start a');
    // At 0 ms, and at 1200 ms after they had ended at 1000 ms.
    expect(starts).toHaveLength(2);
  });
});
