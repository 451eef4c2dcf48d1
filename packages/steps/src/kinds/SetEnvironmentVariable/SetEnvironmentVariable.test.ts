import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

function set(newValue: Readonly<Record<string, unknown>>) {
  return step('SetEnvironmentVariable', { variableID: 'count', newValue });
}

describe('SetEnvironmentVariable', () => {
  it.each([
    ['a constant', '', { kind: 'constant', value: 'blue' }, 'blue'],
    ['another variable', 0, { kind: 'variable', variableID: 'other' }, 7],
    ['a number that is written as text', 0, { kind: 'constant', value: '7.5' }, 7.5],
    ['a number for a text', '', { kind: 'variable', variableID: 'other' }, '7'],
    ['a signal', '', { kind: 'sensor', sensor: { kind: 'flangeIO', ioPort: { kind: 'FlangeInput', port: 1 } } }, 'low'],
    [
      'a condition',
      false,
      {
        kind: 'conditional',
        operator: '>',
        left: { kind: 'variable', variableID: 'other' },
        right: { kind: 'constant', value: 6 },
      },
      true,
    ],
  ])('accepts %s', async (_name, before, newValue, expected) => {
    const run = playback([set(newValue)], { variables: { count: before, other: 7 } });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.variables.get('count')).toBe(expected);
  });

  it.each([
    ['a text', 'other', 'is a number and cannot be set to "red"'],
    ['a truth', 'isDone', 'is a number and cannot be set to true'],
  ])('fails by name when a number would become %s', async (_name, variableID, message) => {
    const run = playback([set({ kind: 'variable', variableID })], {
      variables: { count: 0, other: 'red', isDone: true },
    });
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: `Error in newValue: 'count' ${message}`,
    });
    expect(run.cell.variables.get('count')).toBe(0);
  });

  it('accepts the iteration count of an enclosing loop', async () => {
    const completedCount = { kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' };
    const run = playback([step('Loop', { times: 3 }, [set(completedCount)], { id: 'loop' })], {
      variables: { count: 0 },
    });
    await run.finish();
    expect(run.cell.variables.get('count')).toBe(2);
  });

  it('fails by name when there is no such variable', async () => {
    const run = playback([set({ kind: 'constant', value: 1 })]);
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message: 'Unknown variable id count' });
  });
});
