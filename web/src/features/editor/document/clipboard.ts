import { createId } from '@cellwright/domain/basics';
import {
  type EnvironmentVariable,
  environmentVariableSchema,
  type Routine,
  remapIds,
  type Step,
  shallowStepSchema,
  stepConfigurationSchema,
  textsIn,
  walkSteps,
} from '@cellwright/domain/routine';
import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import { outermost } from '../../../parts/step-index.ts';
import { insertSteps, type Place, type StepFragment } from './edit-steps.ts';
import { mayStand } from './nesting.ts';
import { placeBeside } from './new-step.ts';

/** Copied steps with the objects that they use, so that they can be pasted into another routine. */
export interface Clip extends StepFragment {
  readonly routineID: string;
  readonly space: readonly SpaceItem[];
  readonly environmentVariables: readonly EnvironmentVariable[];
}

const stepTreeSchema = shallowStepSchema.extend({
  get steps() {
    return z.array(stepTreeSchema).optional();
  },
});
const clipSchema = z.object({
  format: z.literal('cellwright.steps'),
  routineID: z.string(),
  steps: z.array(stepTreeSchema).min(1),
  stepConfigurations: z.record(z.string(), stepConfigurationSchema),
  space: z.array(spaceItemSchema),
  environmentVariables: z.array(environmentVariableSchema),
});

export function copySteps(routine: Routine, ids: ReadonlySet<string>): Clip {
  const steps = outermost(routine, ids).map(({ step }) => step);
  const own = [...walkSteps(steps)].flatMap(({ step: { id } }) => {
    const configuration = routine.stepConfigurations[id];
    return configuration ? [[id, configuration] as const] : [];
  });
  const used = new Set(own.flatMap(([, { args }]) => textsIn(args)));
  // Items that an item depends on are copied as well: found items are searched, too.
  for (const id of used) {
    for (const text of textsIn(routine.space.find((item) => item.id === id))) used.add(text);
  }
  return {
    routineID: routine.id,
    steps,
    stepConfigurations: Object.fromEntries(own),
    space: routine.space.filter(({ id }) => used.has(id)),
    environmentVariables: routine.environmentVariables.filter(({ id }) => used.has(id)),
  };
}

/** Returns where copied steps are pasted beside the selected one; undefined where one of them is not allowed. */
export function placeForClip(routine: Routine, { steps }: Clip, selectedID: string | undefined): Place | undefined {
  const [first] = steps;
  if (!first) return undefined;
  const place = placeBeside(routine, first.stepKind, selectedID);
  return steps.every((step) => mayStand(routine, step, place.parentID)) ? place : undefined;
}

/** Pastes steps with new ids, also for the objects that they bring from another routine. */
export function pasteSteps(routine: Routine, clip: Clip, place: Place): { routine: Routine; stepIDs: string[] } {
  const renamed = new Map([...walkSteps(clip.steps)].map(({ step }) => [step.id, createId('step')]));
  const isForeign = clip.routineID !== routine.id;
  const known = new Set([...routine.space, ...routine.environmentVariables].map(({ id }) => id));
  const isMissing = ({ id }: { readonly id: string }) => isForeign || !known.has(id);
  const space = clip.space.filter(isMissing);
  const variables = clip.environmentVariables.filter(isMissing);
  for (const { id } of space) renamed.set(id, createId('space'));
  for (const { id } of variables) renamed.set(id, createId('variable'));
  const fragment = renameFragment(clip, renamed);
  const pasted = insertSteps(routine, fragment, place);
  return {
    routine: {
      ...pasted,
      space: [...pasted.space, ...space.map((item) => spaceItemSchema.parse(remapIds(item, renamed)))],
      environmentVariables: [
        ...pasted.environmentVariables,
        ...variables.map((variable) => ({ ...variable, id: renamed.get(variable.id) ?? variable.id })),
      ],
    },
    stepIDs: fragment.steps.map(({ id }) => id),
  };
}

/** Serialises a clip for the system's clipboard. */
export function writeClip(clip: Clip): string {
  return JSON.stringify({ format: 'cellwright.steps', ...clip });
}

/** Parses a clip; undefined for other text. */
export function readClip(text: string): Clip | undefined {
  try {
    const parsed = clipSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function renameFragment(clip: StepFragment, renamed: ReadonlyMap<string, string>): StepFragment {
  const newID = (id: string) => renamed.get(id) ?? id;
  const renameStep = (step: Step): Step => ({
    ...step,
    id: newID(step.id),
    ...(step.steps && { steps: step.steps.map(renameStep) }),
  });
  const configurations = Object.entries(clip.stepConfigurations).map(([id, { args, ...rest }]) => {
    const renamedArgs = Object.entries(args).map(([name, value]) => [name, remapIds(value, renamed, name)]);
    return [newID(id), { ...rest, args: Object.fromEntries(renamedArgs) }];
  });
  return { steps: clip.steps.map(renameStep), stepConfigurations: Object.fromEntries(configurations) };
}
