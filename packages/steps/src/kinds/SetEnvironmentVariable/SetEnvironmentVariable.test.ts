import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

function set(newValue: Readonly<Record<string, unknown>>) {
  return step('SetEnvironmentVariable', { variableID: 'count', newValue });
}

describe('SetEnvironmentVariable', () => {
  it.each([
    ['a constant', { kind: 'constant', value: 'blue' }, 'blue'],
    ['another variable', { kind: 'variable', variableID: 'other' }, 7],
    ['a signal', { kind: 'sensor', sensor: { kind: 'flangeIO', ioPort: { kind: 'FlangeInput', port: 1 } } }, 'low'],
    [
      'a condition',
      {
        kind: 'conditional',
        operator: '>',
        left: { kind: 'variable', variableID: 'other' },
        right: { kind: 'constant', value: 6 },
      },
      true,
    ],
  ])('takes %s', async (_name, newValue, expected) => {
    const run = playback([set(newValue)], { variables: { count: 0, other: 7 } });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.variables.get('count')).toBe(expected);
  });

  it('takes how often a loop around it was played', async () => {
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
