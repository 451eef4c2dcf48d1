import { afterEach, describe, expect, it, vi } from 'vitest';
import { sayInEnglish } from '../../framework/index.ts';
import { playback, type StepSketch, step } from '../../testing/play.fixture.ts';
import { waitRuntime } from '../Wait/run.ts';
import { describeTimes } from './contract.ts';

const output = { kind: 'Output', port: 1, level: 'high' };
const partsLeft = {
  kind: 'conditional',
  operator: '>',
  left: { kind: 'variable', variableID: 'parts' },
  right: { kind: 'constant', value: 0 },
};

function loop(args: Readonly<Record<string, unknown>>, children: readonly StepSketch[]) {
  return step('Loop', args, children, { id: 'loop' });
}

afterEach(() => vi.restoreAllMocks());

describe('Loop', () => {
  it('plays its steps a number of times and counts', async () => {
    const run = playback([loop({ times: 2 }, [step('Wait', { milliseconds: 300 }, [], { id: 'wait' })])]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.events).toEqual([
      'start loop',
      'loop.completedCount = 0',
      'loop.round = 1',
      'loop.roundsLeft = 2',
      'start wait',
      'end wait completed',
      'loop.completedCount = 1',
      'cycle 1',
      'loop.round = 2',
      'loop.roundsLeft = 1',
      'start wait',
      'end wait completed',
      'loop.completedCount = 2',
      'cycle 2',
      'end loop completed',
    ]);
    expect(run.clock.now()).toBe(600);
  });

  it('takes at least 200 ms per iteration', async () => {
    const run = playback([loop({ times: 5 }, [step('Wait', { milliseconds: 50 })])]);
    await run.finish();
    expect(run.clock.now()).toBe(1000);
  });

  it('repeats while its condition holds', async () => {
    const run = playback([loop({ condition: partsLeft }, [step('Wait', { milliseconds: 300 })])], {
      variables: { parts: 1 },
    });
    const result = run.play();
    await run.clock.advance(1000);
    run.cell.variables.set('parts', 0);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(4);
  });

  it('does not play at all if its condition does not hold', async () => {
    const run = playback([loop({ condition: partsLeft }, [step('Wait')])], { variables: { parts: 0 } });
    await run.finish();
    expect(run.events).toEqual(['start loop', 'loop.completedCount = 0', 'end loop completed', 'cycle 1']);
  });

  it('repeats until stopped without times and condition', async () => {
    const run = playback([loop({}, [step('Wait', { milliseconds: 1 })])]);
    const result = run.play();
    await run.clock.advance(200 * 1000);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(1000);
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
  });

  it('does not count the iteration in which it was stopped, even if its last step completes', async () => {
    vi.spyOn(waitRuntime, 'run').mockImplementation(async ({ ports }) => {
      await ports.clock.sleep(300);
      return { kind: 'completed' };
    });
    const run = playback([loop({ times: 5 }, [step('Wait', { milliseconds: 300 }, [], { id: 'wait' })])]);
    const result = run.play();
    await run.clock.advance(400);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.engine.places()).toEqual([{ thread: 'main', stepID: 'wait', when: 'inside' }]);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(1);
  });

  it('fails when its condition cannot be evaluated', async () => {
    const run = playback([loop({ condition: partsLeft }, [step('Wait')])]);
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Error in condition: Unknown variable id parts',
      step: { id: 'loop' },
    });
  });

  it('describes up to nine times in words', () => {
    expect([1, 2, 3, 9, 10].map((times) => describeTimes(times, sayInEnglish))).toEqual([
      'Repeat once',
      'Repeat twice',
      'Repeat three times',
      'Repeat nine times',
      'Repeat 10 times',
    ]);
  });
});

describe('LoopControl in a loop', () => {
  /** Makes the n-th wait of a run end in loop control, like a step that requests it. */
  function controlAt(round: number, action: 'break' | 'continue'): void {
    const play = waitRuntime.run;
    let calls = 0;
    vi.spyOn(waitRuntime, 'run').mockImplementation(async (context) => {
      const outcome = await play(context);
      return ++calls === round ? { kind: 'loopControl', action } : outcome;
    });
  }

  it('ends the nearest loop on break', async () => {
    controlAt(2, 'break');
    const inner = step('Loop', { times: 5 }, [step('Wait', { milliseconds: 10 })], { id: 'inner' });
    const run = playback([loop({ times: 1 }, [inner]), step('SetIO', { outputs: [output] })]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.stepVariables.get('inner.completedCount')).toBe(1);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(1);
    expect(run.cell.actions).toEqual(['Output 1 high']);
  });

  it('skips the rest of the iteration on continue; it still counts and takes 200 ms', async () => {
    controlAt(1, 'continue');
    const run = playback([
      loop({ times: 2 }, [step('Wait', { milliseconds: 10 }), step('SetIO', { outputs: [output] })]),
    ]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['Output 1 high']);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(2);
    expect(run.clock.now()).toBe(400);
  });

  it('ends the cycle on break: a run that stops after the cycle stops there', async () => {
    controlAt(1, 'break');
    const run = playback([loop({}, [step('Wait', { milliseconds: 1000 })]), step('SetIO', { outputs: [output] })]);
    const result = run.play();
    run.engine.stopAfterCycle();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.cell.actions).toEqual([]);
  });

  it.each([
    ['break', 'Tried to break out of a loop without being in a loop'],
    ['continue', 'Tried to continue a loop without being in a loop'],
  ] as const)('fails the step that requested %s without a loop', async (action, message) => {
    controlAt(1, action);
    const run = playback([step('Wait', { milliseconds: 1 }, [], { id: 'stray' })]);
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message, step: { id: 'stray' } });
  });
});
