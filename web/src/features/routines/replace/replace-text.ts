import { type Routine, type Step, walkSteps } from '@cellwright/domain/routine';
import { argsOf } from '../../../parts/step-index.ts';

/** Text of a routine that a replacement changes. */
export interface TextChange {
  readonly place: 'name' | 'description' | 'stepDescription' | 'stepMessage';
  /** Number of the step; undefined for a text of the routine itself. */
  readonly stepPath?: string;
  readonly before: string;
  readonly after: string;
}

export interface Replacement {
  readonly routine: Routine;
  /** From top to bottom; empty if the text does not occur. */
  readonly changes: readonly TextChange[];
}

/**
 * Replaces a text in the name and the notes of a routine, and in the notes and messages of its steps. Ids, choices and
 * code stay: they have a meaning beyond their text.
 */
export function replaceText(routine: Routine, find: string, replacement: string): Replacement {
  const changes: TextChange[] = [];
  const edit = (text: string | undefined, where: Pick<TextChange, 'place' | 'stepPath'>) => {
    if (text === undefined || find === '' || !text.includes(find)) return text;
    const after = text.replaceAll(find, () => replacement);
    changes.push({ ...where, before: text, after });
    return after;
  };
  const name = edit(routine.name, { place: 'name' }) ?? routine.name;
  const description = edit(routine.description, { place: 'description' });
  const notes = new Map<string, string>();
  const stepConfigurations = { ...routine.stepConfigurations };
  for (const { step, path } of walkSteps(routine.steps)) {
    const note = edit(step.description, { place: 'stepDescription', stepPath: path });
    if (note !== undefined) notes.set(step.id, note);
    const { message } = argsOf(routine, step.id);
    const configuration = stepConfigurations[step.id];
    if (typeof message !== 'string' || !configuration) continue;
    const said = edit(message, { place: 'stepMessage', stepPath: path });
    stepConfigurations[step.id] = { ...configuration, args: { ...configuration.args, message: said } };
  }
  if (changes.length === 0) return { routine, changes };
  const steps = withNotes(routine.steps, notes);
  return {
    routine: { ...routine, name, ...(description !== undefined && { description }), steps, stepConfigurations },
    changes,
  };
}

function withNotes(steps: readonly Step[], notes: ReadonlyMap<string, string>): Step[] {
  return steps.map((step) => ({
    ...step,
    ...(notes.has(step.id) && { description: notes.get(step.id) }),
    ...(step.steps && { steps: withNotes(step.steps, notes) }),
  }));
}
