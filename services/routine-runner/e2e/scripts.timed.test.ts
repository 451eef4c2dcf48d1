// Timed: an expression has 250 ms.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRunnerCell, step } from '../src/testing/runner-cell.fixture.ts';

const javaScript = (source: string) => ({ kind: 'JavaScript', source });

let cell: Awaited<ReturnType<typeof startRunnerCell>>;
beforeAll(async () => {
  cell = await startRunnerCell();
  await vi.waitFor(async () => expect((await cell.runner.snapshot()).state.kind).toBe('Idle'), { timeout: 30_000 });
  await cell.runner.command('setBrakes', { state: 'disengaged' });
  cell.peers.script.routines.set('routine_counts', {
    steps: [
      { ...step('1', 'Loop', { times: 2 }), description: 'Count parts' },
      step('1.1', 'Wait', { milliseconds: 1 }),
      step('2', 'Wait', {
        condition: javaScript("steps['Count parts'].completedCount >= 2 && io['Input 1'] === 'low'"),
      }),
    ],
  });
  cell.peers.script.routines.set('routine_endless', {
    steps: [step('1', 'Wait', { condition: javaScript('for (;;) {}') })],
  });
}, 60_000);
afterAll(() => cell.stop());

/** Starts with a ready arm: the controller may have lost contact while this process was loading. */
async function makeReady() {
  if ((await cell.runner.snapshot()).state.kind !== 'Failure') return;
  await cell.runner.command('recover');
  await cell.runner.command('setBrakes', { state: 'disengaged' });
}

const endOf = async (routineID: string) => {
  await makeReady();
  await cell.runner.command('loadRoutine', { routineID });
  await cell.runner.command('playRoutine');
  return vi.waitFor(
    async () => {
      const [run] = await cell.runner.listRuns();
      expect(run).toMatchObject({ routineID, endedAt: expect.any(String) });
      return run;
    },
    { timeout: 60_000, interval: 50 },
  );
};

describe('a routine with expressions in JavaScript, in the runner', () => {
  it('reads variables of steps and signals', async () => {
    expect(await endOf('routine_counts')).toMatchObject({ status: 'completed', failure: null });
  }, 90_000);

  it('R39: fails at an expression without end, with a message; the runner still answers', async () => {
    expect(await endOf('routine_endless')).toMatchObject({
      status: 'failed',
      failure: {
        kind: 'ExecutionFailure',
        reason: 'Error in condition: The JavaScript expression took longer than 50 ms and was stopped. Simplify it',
      },
    });
    await cell.runner.command('recover');
    const expression = javaScript("io['Input 1'] + 1");
    expect(await cell.runner.command('evaluateConditional', { expression })).toEqual({ value: 'low1' });
  }, 90_000);
});
