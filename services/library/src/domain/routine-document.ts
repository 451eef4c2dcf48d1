import {
  createId,
  type ParseResult,
  type Problem,
  parseRoutine,
  parseRoutineFile,
  type Routine,
  type RoutineFile,
} from '@cellwright/domain';
import { isObject, mergePatch } from '@cellwright/entities';
import { upgradeRoutine, upgradeRoutineFile } from './upgrade-routine.ts';

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** A document that cannot be taken as it is; the problems say why. */
export type Refusal = { readonly ok: false; readonly problems: Problem[] };

/** Parses JSON text; what is not JSON is a problem, not an exception. */
export function parseJson(text: string): { readonly ok: true; readonly value: unknown } | Refusal {
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

/** @param id what the address names: a save never changes it. Without one a routine may come without. */
export function readRoutine(text: string, id?: string): ParseResult<Routine> {
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value)) return parseRoutine(json.value);
  const upgraded = upgradeRoutine(json.value);
  if (!upgraded.ok) return upgraded;
  const { document } = upgraded;
  return parseRoutine({ ...document, id: id ?? document.id ?? createId('routine') });
}

/** A JSON merge patch of a stored text. */
export function mergeTexts(previous: string, patch: string): string {
  const change = parseJson(patch);
  return change.ok ? JSON.stringify(mergePatch(JSON.parse(previous), change.value)) : patch;
}

export function readRoutineFile(text: string): ParseResult<RoutineFile> {
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value)) return parseRoutineFile(json.value);
  const upgraded = upgradeRoutineFile(json.value);
  return upgraded.ok ? parseRoutineFile(upgraded.document) : upgraded;
}

/** Fills in the author and the time of a new routine. */
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

/** Keeps the routine's author, and moves `configurationUpdatedAt` only when the steps' arguments changed. */
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
