import type { RobotKind } from '@cellwright/domain/robot';
import { beforeAll, inject, onTestFinished, TestRunner } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { accessCell, type CellAccess } from './faults/fault-cell.fixture.ts';
import { connectCell, type RunningCell } from './harness.ts';
import { resetRobot } from './reset-robot.ts';

/**
 * Returns the cell shared by the arm tests of a run, reset before the first test of a file. Its simulated time is
 * scaled. Ids of removed documents cannot be used again: each file chooses its own ids.
 */
export function shareArmCell(): RunningCell {
  const cell = connectCell(inject('armCell').dataPath);
  beforeAll(() => resetRobot(cell), 180_000);
  return cell;
}

/**
 * Returns the same with the operations of tests on a cell. A session that a test opens ends with the test, also when it
 * fails: the next test finds the robot stopped and free.
 */
export function accessArmCell(): CellAccess {
  const access = accessCell(shareArmCell());
  return {
    ...access,
    async openReadySession(robotKind) {
      if (TestRunner.getCurrentTest()) onTestFinished(() => freeRobot(access.cell, robotKind));
      const session = await access.openReadySession(robotKind);
      if (TestRunner.getCurrentTest()) onTestFinished(session.close);
      return session;
    },
  };
}

/** Stops a robot and releases its control, whichever connection has it. */
async function freeRobot({ client }: RunningCell, robotKind: RobotKind): Promise<void> {
  const session = await openSession(client, robotKind);
  try {
    await session.send('stop', {});
    await session.send('takeOverControl', {});
    await session.send('releaseControl', {});
  } finally {
    session.close();
  }
}
