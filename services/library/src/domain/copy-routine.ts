import { createId, startOfText } from '@cellwright/domain/basics';
import { type Routine, remapIds, walkSteps } from '@cellwright/domain/routine';

/**
 * Returns a copy of the routine that shares no id with it; references to the cell remain. The author is set on save.
 */
export function copyRoutine(routine: Routine, name: string): { readonly id: string; readonly text: string } {
  const id = createId('routine');
  const ids = new Map<string, string>([[routine.id, id]]);
  for (const { step } of walkSteps(routine.steps)) ids.set(step.id, createId('step'));
  for (const item of routine.space) ids.set(item.id, createId('space'));
  for (const variable of routine.environmentVariables) ids.set(variable.id, createId('variable'));
  const { steps, stepConfigurations, space, environmentVariables, mainLoopStepID, tests } = routine;
  const inside = remapIds({ steps, stepConfigurations, space, environmentVariables, mainLoopStepID, tests }, ids);
  const { description, motionPlanner } = routine;
  return { id, text: JSON.stringify({ ...Object(inside), id, name, description, motionPlanner, isTemplate: false }) };
}

/** Returns 'X copy', or 'X copy 2' and so on if that is taken; a copy of a copy gets a number, not a second 'copy'. */
export function nameCopy(original: string, taken: ReadonlySet<string>, longest = 200): string {
  const base = `${startOfText(original.replace(/ copy( \d+)?$/, ''), longest - 12)} copy`;
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base} ${number}`)) number++;
  return `${base} ${number}`;
}
