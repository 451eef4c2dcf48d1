import { beforeEach, inject } from 'vitest';
import { connectCell, type RunningCell } from './harness.ts';
import { resetRobot } from './reset-robot.ts';

/** The cell that the arm tests of a run share, reset before each test of a file. */
export function shareArmCell(): RunningCell {
  const cell = connectCell(inject('armCell').dataPath);
  beforeEach(() => resetRobot(cell));
  return cell;
}
