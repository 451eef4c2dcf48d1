import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createScripts } from '../../scripts/script-runner.ts';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const python = { kind: 'Python', source: '40 + 2' };
const nested = {
  kind: 'conditional',
  operator: '==',
  left: python,
  right: { kind: 'constant', value: 42 },
};
const message = expect.stringContaining("need the feature flag 'Python expressions'");

/** A cell whose flag is off; a process for an expression fails the test. */
async function startCellWithoutPython() {
  const clock = new VirtualClock();
  const scripts = createScripts({
    isPythonOn: async () => false,
    clock,
    startHost: () => {
      throw new Error('a process was started');
    },
  });
  const routine = routineOf([
    step('step_1', 'Wait', { milliseconds: 1 }),
    step('step_2', 'Wait', { condition: python }),
  ]);
  const cell = startCell({ clock, scripts: scripts.forRobot('simulated'), routine });
  await clock.advance(100);
  return cell;
}

describe('A cell without Python expressions', () => {
  it.each([python, nested])('refuses to evaluate %j', async (expression) => {
    const cell = await startCellWithoutPython();
    expect(await cell.ask('evaluateConditional', { expression })).toMatchObject({ ok: false, error: { message } });
  });

  it('refuses to watch one', async () => {
    const cell = await startCellWithoutPython();
    expect(await cell.ask('setWatches', { watches: [{ expression: python }, { expression: nested }] })).toMatchObject({
      result: {
        watches: [
          { value: null, problem: message },
          { value: null, problem: message },
        ],
      },
    });
  });

  it('fails a run at a step that has one, although the routine was loaded', async () => {
    const cell = await startCellWithoutPython();
    expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ run: { status: 'failed' }, failure: { reason: message } });
  });

  it('reports an invalid breakpoint condition', async () => {
    const cell = await startCellWithoutPython();
    const breakpoints = [{ stepID: 'step_1', condition: python }];
    expect((await cell.ask('setBreakpoints', { routineID: 'routine_1', breakpoints })).ok).toBe(true);
    expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.state().debug.pausedAt?.problem).toEqual(message);
  });
});
