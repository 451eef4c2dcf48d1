import type { Program } from '@cellwright/steps/engine';
import { flagNeededMessage, listFlagNeeds } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import { prepareScripts } from './prepare-scripts.ts';
import type { RunParts } from './run-factory.ts';

/** Prepares a program to be played. Refuses one that needs a feature flag that was switched off after it was loaded. */
export async function prepareProgram(
  program: Program,
  { core, scripts, isFlagOn }: Pick<RunParts, 'core' | 'scripts' | 'isFlagOn'>,
): Promise<Answer> {
  // Checking fifty thousand steps takes time, so the heartbeat runs in between.
  await core.clock.sleep(0);
  await prepareScripts(program, scripts, core.clock);
  if (isFlagOn === undefined) return accepted;
  for (const { gate, stepID } of listFlagNeeds(program.steps)) {
    if (!(await isFlagOn(gate.flag))) return refuse('cannot_play_routine', flagNeededMessage(gate), { stepID });
  }
  return accepted;
}
