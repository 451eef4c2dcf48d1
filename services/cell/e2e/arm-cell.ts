import { beforeAll, inject } from 'vitest';
import { accessCell, type CellAccess } from './faults/fault-cell.fixture.ts';
import { connectCell, type RunningCell } from './harness.ts';
import { resetRobot } from './reset-robot.ts';

/**
 * The cell that the arm tests of a run share, reset before the first test of a file. Simulated time is scaled in it. Ids of
 * documents that were removed are not free again: a file chooses ids that no other one has.
 */
export function shareArmCell(): RunningCell {
  const cell = connectCell(inject('armCell').dataPath);
  beforeAll(() => resetRobot(cell), 60_000);
  return cell;
}

/** The same with what tests do with a cell. */
export function accessArmCell(): CellAccess {
  return accessCell(shareArmCell());
}
