import { beforeAll, inject } from 'vitest';
import { accessCell, type CellAccess } from './faults/fault-cell.fixture.ts';
import { connectCell, type RunningCell } from './harness.ts';
import { resetRobot } from './reset-robot.ts';

/**
 * Returns the cell shared by the arm tests of a run, reset before the first test of a file. Its simulated time is
 * scaled. Ids of removed documents cannot be used again: each file chooses its own ids.
 */
export function shareArmCell(): RunningCell {
  const cell = connectCell(inject('armCell').dataPath);
  beforeAll(() => resetRobot(cell), 60_000);
  return cell;
}

/** Returns the same with the operations of tests on a cell. */
export function accessArmCell(): CellAccess {
  return accessCell(shareArmCell());
}
