import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { waitContract } from '../Wait/contract.ts';
import { waitForConfirmationContract as contract } from './contract.ts';

const ask = (args: Readonly<Record<string, unknown>> = {}) =>
  playback([step('WaitForConfirmation', { message: 'Closed?', ...args }, [], { id: 'ask' })]);

describe('WaitForConfirmation', () => {
  it('asks, waits for the answer without a time limit, then for 5 s', async () => {
    const run = ask();
    const result = run.play();
    await run.clock.advance(3_600_000);
    expect(run.cell.prompts).toEqual([
      { stepID: 'ask', message: 'Closed?', mode: 'confirm', choices: [], required: true },
    ]);
    expect(run.cell.stepVariables.get('ask.confirmed')).toBe(false);
    run.cell.confirm();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(3_605_000);
    expect(run.cell.stepVariables.get('ask.confirmed')).toBe(true);
  });

  it('lets any client answer if the step allows it', async () => {
    const run = ask({ answeredBy: 'anyone' });
    const result = run.play();
    await run.clock.advance(1);
    expect(run.cell.prompts).toMatchObject([{ stepID: 'ask', answeredBy: 'anyone' }]);
    run.cell.confirm();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
  });

  it.each([
    ['choice', 'choice', 'Shaft'],
    ['freeform', 'freeformInput', 'Batch 7'],
  ])('stores the answer in mode %s as %s', async (mode, variable, input) => {
    const run = ask({ mode, choices: ['Flange', 'Shaft'], delayMS: 0 });
    const result = run.play();
    await run.clock.advance(1);
    run.cell.confirm(input);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.stepVariables.get(`ask.${variable}`)).toBe(input);
  });

  it('keeps the remaining delay across a pause', async () => {
    const run = ask();
    const result = run.play();
    await run.clock.advance(1);
    run.cell.confirm();
    await run.clock.advance(1000);
    run.engine.pause();
    await run.clock.advance(60_000);
    run.engine.resume();
    await run.finish(result);
    expect(run.clock.now()).toBe(65_001);
  });

  it('asks again when the answer is cancelled during the delay', async () => {
    const run = ask();
    const result = run.play();
    await run.clock.advance(1);
    run.cell.confirm();
    await run.clock.advance(4000);
    run.cell.cancelCountdown();
    await run.clock.advance(60_000);
    expect(run.cell.prompts.map(({ stepID }) => stepID)).toEqual(['ask', 'ask']);
    expect(run.cell.stepVariables.get('ask.confirmed')).toBe(false);
    run.cell.confirm();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(69_001);
  });

  it.each([1, 2000])('ends with a stop, %i ms after it began', async (afterMS) => {
    const run = ask();
    const result = run.play();
    await run.clock.advance(1);
    if (afterMS > 1) run.cell.confirm();
    await run.clock.advance(afterMS);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.events.at(-1)).toBe('end ask stopped');
  });
});

describe('Conditions on a prompt', () => {
  const choose = { message: 'Which?', mode: 'choice', choices: ['Flange', 'Shaft'] };
  const refusal = (args: object, variable: string, value: string | boolean) =>
    contract.refuseComparison?.(contract.args.parse(args), variable, value);

  it('must match its mode and choices', () => {
    expect(refusal(choose, 'choice', 'Shaft')).toBeUndefined();
    expect(refusal(choose, 'choice', 'Bolt')).toContain("'Bolt' is not one of the choices");
    expect(refusal(choose, 'freeformInput', 'x')).toContain('uses mode choice');
    expect(refusal({ message: 'Go?' }, 'choice', 'Shaft')).toContain('uses mode confirm');
    expect(refusal({ message: 'Go?' }, 'confirmed', true)).toBeUndefined();
    expect(refusal({ message: 'Go?' }, 'confirmed', 'yes')).toContain('true or false');
    expect(refusal({ message: 'Batch?', mode: 'freeform' }, 'freeformInput', 'B7')).toBeUndefined();
  });

  it('must match the prompt of the step that they compare', () => {
    const condition = {
      kind: 'conditional',
      operator: '==',
      left: { kind: 'stateVariable', stepID: 'step_1.1', variable: 'choice' },
      right: { kind: 'constant', value: 'Bolt' },
    };
    const problems = provokeCheck(waitContract, { args: { condition }, after: ['WaitForConfirmation'] });
    expect(problems).toMatchObject([{ fieldId: 'condition', message: expect.stringContaining('uses mode confirm') }]);
  });
});

describe('The choices of a prompt', () => {
  it.each([
    ['Ä', 'A\u0308'],
    ['Left', ' Left '],
  ])('must be distinct to the eye: %j and %j', (...choices) => {
    const found = provokeCheck(contract, { args: { message: 'Which?', mode: 'choice', choices } });
    expect(found).toMatchObject([{ message: 'All options must be unique.' }]);
  });
});
