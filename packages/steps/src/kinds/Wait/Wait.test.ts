import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

const inputIsHigh = {
  kind: 'conditional',
  operator: '==',
  left: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
  right: { kind: 'constant', value: 'high' },
};

describe('Wait', () => {
  it('waits the given time to the millisecond', async () => {
    const run = playback([step('Wait', { milliseconds: 1234 })]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(1234);
  });

  it('keeps the remaining time across a pause', async () => {
    const run = playback([step('Wait', { milliseconds: 1000 })]);
    const result = run.play();
    await run.clock.advance(400);
    run.engine.pause();
    await run.clock.advance(60_000);
    run.engine.resume();
    await run.finish(result);
    expect(run.clock.now()).toBe(61_000);
  });

  it('ends within a poll of 100 ms after its condition holds', async () => {
    const run = playback([step('Wait', { condition: inputIsHigh })]);
    run.cell.inputs.set('Input 1', 'low');
    const result = run.play();
    await run.clock.advance(10_050);
    run.cell.inputs.set('Input 1', 'high');
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(10_100);
  });

  it('does not wait for a condition that already holds', async () => {
    const run = playback([step('Wait', { condition: inputIsHigh })]);
    run.cell.inputs.set('Input 1', 'high');
    await run.finish();
    expect(run.clock.now()).toBe(0);
  });

  it('fails when its condition cannot be evaluated', async () => {
    const run = playback([step('Wait', { condition: { kind: 'variable', variableID: 'variable_gone' } })]);
    expect(await run.finish()).toMatchObject({
      kind: 'failed',
      failure: 'ExecutionFailure',
      message: 'Error in condition: Unknown variable id variable_gone',
    });
  });

  it('ends immediately on a stop', async () => {
    const run = playback([step('Wait', { milliseconds: 5000 })]);
    const result = run.play();
    await run.clock.advance(100);
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(100);
  });
});
