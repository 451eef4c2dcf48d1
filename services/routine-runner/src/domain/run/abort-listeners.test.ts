import { afterEach, expect, it, vi } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { far, near } from '../testing/moving-cell.fixture.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the number of listeners at abort signals that were added and not removed since the call. */
function countListeners(): () => number {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  let count = 0;
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (this: EventTarget, ...args) {
    if (this instanceof AbortSignal && args[0] === 'abort') count++;
    addEventListener.apply(this, args);
  });
  vi.spyOn(EventTarget.prototype, 'removeEventListener').mockImplementation(function (this: EventTarget, ...args) {
    if (this instanceof AbortSignal && args[0] === 'abort') count--;
    removeEventListener.apply(this, args);
  });
  return () => count;
}

it('A run keeps no listeners of completed iterations', async () => {
  const outputs = [{ kind: 'Output', port: 1, level: 'high' }];
  const round = [
    step('step_1.1', 'Wait', { milliseconds: 10 }),
    step('step_1.2', 'SetIO', { outputs }),
    ...moveSteps('step_1.3', [near, far]),
  ];
  const cell = startCell({ routine: routineOf([step('step_1', 'Loop', {}), ...round]) });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  const read = countListeners();
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  const counts: number[] = [];
  for (let minute = 0; minute < 3; minute++) {
    await cell.clock.advance(60_000);
    counts.push(read());
  }
  expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', steps: { step_1: { variables: expect.anything() } } });
  expect(Number(cell.state().steps.step_1?.variables.completedCount)).toBeGreaterThan(20);
  expect(Math.max(...counts) - Math.min(...counts), counts.join()).toBeLessThan(10);
});
