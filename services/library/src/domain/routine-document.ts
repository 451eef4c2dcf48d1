import { isDeepStrictEqual } from 'node:util';
import { createId, formatVersionField } from '@cellwright/domain/basics';
import {
  findUnheldProblems,
  findUnknownFields,
  type ParseResult,
  type Problem,
  parseRoutine,
  parseRoutineFile,
  type Routine,
  type RoutineFile,
  routineSchema,
} from '@cellwright/domain/routine';
import { isObject, mergePatch, stampsSchema } from '@cellwright/entities';
import { upgradeRoutine, upgradeRoutineFile } from './upgrade-routine.ts';

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** A document that is refused, with the problems as the reason. */
export type Refusal = { readonly ok: false; readonly problems: Problem[] };

/** Parses JSON text. Returns a problem for invalid JSON instead of throwing. */
export function parseJson(text: string): { readonly ok: true; readonly value: unknown } | Refusal {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return {
      ok: false,
      problems: [
        {
          kind: 'invalidConfiguration',
          message: 'This is not valid JSON. The file may be cut off: export or save it again',
        },
      ],
    };
  }
}

/**
 * Reads a routine. @param id id of the request path: a save never changes it. Without it, the routine may lack an id.
 */
export function readRoutine(text: string, id?: string): ParseResult<Routine> {
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value)) return parseRoutine(json.value);
  const upgraded = upgradeRoutine(json.value);
  if (!upgraded.ok) return upgraded;
  const { document } = upgraded;
  return parseRoutine({ ...document, id: id ?? document.id ?? createId('routine') });
}

/** Applies a JSON merge patch to a stored text. */
export function mergeTexts(previous: string, patch: string): string {
  const change = parseJson(patch);
  return change.ok ? JSON.stringify(mergePatch(JSON.parse(previous), change.value)) : patch;
}

/** Reads a routine file from outside; unknown fields are omitted: see findUnknownFileFields. */
export function readRoutineFile(text: string): ParseResult<RoutineFile> {
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value)) return parseRoutineFile(json.value);
  const unheld = findUnheldProblems(json.value, text);
  if (unheld.length > 0) return { ok: false, problems: unheld };
  const upgraded = upgradeRoutineFile(json.value);
  return upgraded.ok ? parseRoutineFile(upgraded.document) : upgraded;
}

/** Returns the file as sent, with its parts in the newest form. */
export function upgradedFile(text: string): unknown {
  const sent = parseJson(text);
  if (!sent.ok || !isObject(sent.value)) return undefined;
  const upgraded = upgradeRoutineFile(sent.value);
  return upgraded.ok ? upgraded.document : undefined;
}

/** Returns the problems of a document from a client: values that cannot be stored, and unknown fields. */
export function checkSentRoutine(text: string, read: Routine, isPatch: boolean): Problem[] {
  const sent = parseJson(text);
  if (!sent.ok || !isObject(sent.value)) return [];
  const unheld = findUnheldProblems(sent.value, text);
  if (unheld.length > 0) return unheld;
  const upgraded = isPatch ? undefined : upgradeRoutine(sent.value);
  const document = upgraded?.ok ? upgraded.document : sent.value;
  const named = Object.entries(document).filter(([name]) => !answeredFields.has(name));
  return findUnknownFields(Object.fromEntries(named), read, routineSchema);
}

/** Fields of a response that clients send back with a routine. */
const answeredFields = new Set([...Object.keys(stampsSchema.shape), formatVersionField, 'isNew']);

/** Sets the author and the time of a new routine. */
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

/**
 * Keeps the routine's author, and updates `configurationUpdatedAt` only when the steps' arguments changed. A routine without
 * a change keeps its time.
 */
export function stampSaved(routine: Routine, previous: Routine, now: Date): Routine {
  const at = now.toISOString();
  const isSameConfiguration =
    JSON.stringify(routine.stepConfigurations) === JSON.stringify(previous.stepConfigurations);
  const saved: Routine = {
    ...routine,
    id: previous.id,
    createdAt: previous.createdAt,
    createdByID: previous.createdByID,
    createdByName: previous.createdByName,
    createdByPhoto: previous.createdByPhoto,
    updatedAt: previous.updatedAt,
    configurationUpdatedAt: isSameConfiguration ? previous.configurationUpdatedAt : at,
  };
  return isDeepStrictEqual(definedFields(saved), definedFields(previous)) ? saved : { ...saved, updatedAt: at };
}

function definedFields(routine: Routine): Partial<Routine> {
  return Object.fromEntries(Object.entries(routine).filter(([, value]) => value !== undefined));
}
