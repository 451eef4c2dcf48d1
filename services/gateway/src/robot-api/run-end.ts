import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RobotLine } from './robot-line.ts';
import { requireRun } from './routine-runs.ts';

/** Maximum time for which the response to a stop waits for the end of the run, ms. */
const runEndsWithinMS = 5000;

/** True while a routine runs. An unknown state counts as running: a stop must not fail for it. */
export function isRunning(line: RobotLine, robotKind: RobotKind): boolean {
  try {
    requireRun(line.state(robotKind));
    return true;
  } catch (error) {
    return error instanceof ProductError && error.code !== 'routine_must_be_running';
  }
}

/** Waits after a stop until the run has ended: the arm was commanded to stop, and the run takes a moment to end. */
export async function waitForRunEnd(line: RobotLine, robotKind: RobotKind): Promise<void> {
  await line.until(() => !isRunning(line, robotKind), runEndsWithinMS);
}
