import { expect } from 'vitest';
import { routineOf, startCell, step } from './fake-cell.fixture.ts';

/** Two waits of half a second. */
export const twoWaits = routineOf([
  step('step_1', 'Wait', { milliseconds: 500 }),
  step('step_2', 'Wait', { milliseconds: 500 }),
]);

/** A cell with a routine of two waits loaded by Ada, who holds the arm. */
export async function startLoadedCell(options: Parameters<typeof startCell>[0] = {}) {
  const cell = startCell({ routine: twoWaits, ...options });
  await cell.clock.advance(100);
  expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  return cell;
}
