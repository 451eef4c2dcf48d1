import type { JointAngles } from '@cellwright/domain';
import { expect } from 'vitest';
import { moveSteps, routineOf, startCell } from './fake-cell.fixture.ts';

/** Where the fake robot stands at first, and two places to move to, 1 and 2 rad away. */
export const home: JointAngles = [0, -0.5, 1, 0, 0.5, 0];
export const near: JointAngles = [1, -0.5, 1, 0, 0.5, 0];
export const far: JointAngles = [2, -0.5, 1, 0, 0.5, 0];

export type Cell = ReturnType<typeof startCell>;

export const joint0 = (cell: Cell) => cell.robot.state.positions[0];

/** A cell that is ready for hand motion. */
export async function startIdle(): Promise<Cell> {
  const cell = startCell();
  await cell.clock.advance(100);
  return cell;
}

/** A cell in which a routine has just begun to move through `near` to `far`. */
export async function startMoving(options: Parameters<typeof startCell>[0] = {}): Promise<Cell> {
  const cell = startCell({ routine: routineOf(moveSteps('step_1', [near, far])), ...options });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  return cell;
}
