import { describe, expect, it } from 'vitest';
import { playback, type StepSketch, step } from '../../testing/play.fixture.ts';

const output = step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] });
const control = (action: 'break' | 'continue') => step('LoopControl', { action }, [], { id: action });
const loop = (children: readonly StepSketch[], id = 'loop') => step('Loop', { times: 3 }, children, { id });
const always = { condition: { kind: 'constant', value: true } };

describe('LoopControl', () => {
  it('ends the nearest loop on break, out of any branches', async () => {
    const run = playback([loop([loop([step('If', always, [control('break')]), output], 'inner')])]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual([]);
    expect(run.cell.stepVariables.get('inner.completedCount')).toBe(0);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(3);
  });

  it('skips the rest of the iteration on continue, which still takes 200 ms', async () => {
    const run = playback([loop([control('continue'), output])]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual([]);
    expect(run.clock.now()).toBe(600);
  });

  it.each([
    ['break', 'Tried to break out of a loop without being in a loop'],
    ['continue', 'Tried to continue a loop without being in a loop'],
  ] as const)('fails on %s without a loop', async (action, message) => {
    const run = playback([step('If', always, [control(action)])]);
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message, step: { id: action } });
  });
});
