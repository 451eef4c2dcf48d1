import { ProductError } from '@cellwright/domain/basics';
import { type FaultCell, waitForEnd } from './faults/fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './faults/routines.fixture.ts';

/** Imports steps as a routine and plays it on the simulated robot to its end. */
export async function playSteps(faults: FaultCell, id: string, steps: readonly StepSketch[]) {
  const session = await faults.openReadySession('simulated');
  try {
    const { routineID, problems } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile(id, steps)));
    await session.send('loadRoutine', { routineID });
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    const run = await faults.untilRunEnded(runID);
    await waitForEnd(session, runID);
    return { run, problems, state: session.state };
  } finally {
    session.close();
  }
}

/** Returns the code and message of a refusal, or undefined if nothing is refused. */
export async function refusalOf(sent: Promise<unknown>): Promise<[code: string, message: string] | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof ProductError) return [error.code, error.message];
    throw error;
  }
}
