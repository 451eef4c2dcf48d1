import {
  describeStepCount,
  type ParseResult,
  type Problem,
  parseRoutine,
  parseRoutineFile,
  type Routine,
  type RoutineFile,
  walkSteps,
} from '@cellwright/domain';

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** A document that cannot be taken as it is; the problems say why. */
export type Refusal = { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses JSON text; what is not JSON is a problem, not an exception. */
export function parseJson(text: string): ParseResult<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return {
      ok: false,
      problems: [
        { kind: 'invalidConfiguration', message: 'This is not JSON: the file may be cut off. Export or save it again' },
      ],
    };
  }
}

export function readRoutine(text: string): ParseResult<Routine> {
  const json = parseJson(text);
  return json.ok ? parseRoutine(json.value) : json;
}

export function readRoutineFile(text: string): ParseResult<RoutineFile> {
  const json = parseJson(text);
  return json.ok ? parseRoutineFile(json.value) : json;
}

/** Fills in who and when for a new routine. */
export function stampCreated(routine: Routine, author: Author, now: Date): Routine {
  const at = now.toISOString();
  return {
    ...routine,
    createdAt: at,
    createdByID: author.id,
    createdByName: author.name,
    updatedAt: at,
    configurationUpdatedAt: at,
  };
}

/** Keeps who made the routine, and moves `configurationUpdatedAt` only when the steps' arguments changed. */
export function stampSaved(routine: Routine, previous: Routine, now: Date): Routine {
  const at = now.toISOString();
  const isSameConfiguration =
    JSON.stringify(routine.stepConfigurations) === JSON.stringify(previous.stepConfigurations);
  return {
    ...routine,
    id: previous.id,
    createdAt: previous.createdAt,
    createdByID: previous.createdByID,
    createdByName: previous.createdByName,
    createdByPhoto: previous.createdByPhoto,
    updatedAt: at,
    configurationUpdatedAt: isSameConfiguration ? previous.configurationUpdatedAt : at,
  };
}

/** What the list shows of a routine. */
export interface RoutineListing {
  readonly description: string;
  readonly isTemplate: boolean;
  readonly createdByName: string;
}

export function listingOf(routine: Routine): RoutineListing {
  return {
    description: routine.description || describeStepCount(routine.steps),
    isTemplate: routine.isTemplate,
    createdByName: routine.createdByName ?? '',
  };
}

/** Ids that live inside the routine: steps, local space items, environment variables. */
export function memberIdsOf(routine: Routine): string[] {
  const ids = new Set<string>();
  for (const { step } of walkSteps(routine.steps)) ids.add(step.id);
  for (const item of routine.space) ids.add(item.id);
  for (const variable of routine.environmentVariables) ids.add(variable.id);
  return [...ids];
}
