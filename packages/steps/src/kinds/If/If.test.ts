import { describe, expect, it } from 'vitest';
import { playback, type StepSketch, step } from '../../testing/play.fixture.ts';

const is = (value: number) => ({
  kind: 'conditional',
  operator: '==',
  left: { kind: 'variable', variableID: 'part' },
  right: { kind: 'constant', value },
});

function branch(id: string, args: Readonly<Record<string, unknown>>, children = [wait(`${id}.wait`)]): StepSketch {
  return step('If', args, children, { id });
}
function wait(id: string): StepSketch {
  return step('Wait', { milliseconds: 300 }, [], { id });
}

const decision = [
  branch('one', { condition: is(1) }),
  branch('two', { branch: 'elseIf', condition: is(2) }),
  branch('other', { branch: 'else' }),
];

/** Returns the waits that were played. */
async function playedWith(part: number, sketches: readonly StepSketch[] = decision, fromStepID?: string) {
  const run = playback(sketches, { variables: { part }, ...(fromStepID !== undefined && { fromStepID }) });
  expect(await run.finish()).toEqual({ kind: 'completed' });
  return run.events.filter((event) => /^start .*wait$/.test(event)).map((event) => event.slice(6));
}

describe('If', () => {
  it.each([
    [1, 'one.wait'],
    [2, 'two.wait'],
    [3, 'other.wait'],
  ])('plays exactly one branch: with %i, %s', async (part, played) => {
    expect(await playedWith(part)).toEqual([played]);
  });

  it('plays nothing if its condition is false and there is no else', async () => {
    expect(await playedWith(2, [branch('one', { condition: is(1) }), wait('after.wait')])).toEqual(['after.wait']);
  });

  it('does not evaluate the conditions after the branch that was taken', async () => {
    const unknown = { kind: 'variable', variableID: 'gone' };
    expect(
      await playedWith(1, [decision[0] ?? wait(''), branch('two', { branch: 'elseIf', condition: unknown })]),
    ).toEqual(['one.wait']);
  });

  it('skips a disabled elseIf', async () => {
    const disabled = step('If', { branch: 'elseIf', condition: is(2) }, [wait('two.wait')], { isDisabled: true });
    const sketches = [decision[0] ?? wait(''), disabled, decision[2] ?? wait('')];
    expect(await playedWith(1, sketches)).toEqual(['one.wait']);
    expect(await playedWith(2, sketches)).toEqual(['other.wait']);
  });

  it('evaluates its condition again in every iteration of a loop', async () => {
    const count = step('SetEnvironmentVariable', { variableID: 'part', newValue: { kind: 'constant', value: 3 } });
    const loop = step('Loop', { times: 2 }, [...decision, count]);
    expect(await playedWith(1, [loop])).toEqual(['one.wait', 'other.wait']);
  });

  it('shows which branch was taken', async () => {
    const run = playback(decision, { variables: { part: 2 } });
    await run.finish();
    const taken = ['one', 'two', 'other'].map((id) => run.cell.stepVariables.get(`${id}.isTaken`));
    expect(taken).toEqual([false, true, false]);
  });

  it('skips its condition and the branches after it when the run starts inside it', async () => {
    expect(await playedWith(3, decision, 'two.wait')).toEqual(['two.wait']);
    expect(playback(decision).engine.checkStart('two.wait')).toEqual({
      kind: 'asks',
      question: 'This step is inside a branch. Start here regardless of the condition of the branch?',
    });
  });

  it('fails when its condition cannot be evaluated', async () => {
    const run = playback(decision);
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Error in condition: Unknown variable id part',
      step: { id: 'one' },
    });
  });
});
