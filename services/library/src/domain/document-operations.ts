import { safetyOutputsOf, safetySettingsSchema } from '@cellwright/domain/robot';
import {
  type CodeBlock,
  findUnknownFields,
  type GlobalVariable,
  isBlockingProblem,
  type Problem,
  type Routine,
  type RoutineFile,
  remapIds,
  routineFileFormat,
  routineFileFormatVersion,
  walkSteps,
} from '@cellwright/domain/routine';
import {
  obstaclesOf,
  resolveSpaceItems,
  type SpaceItem,
  type SpaceObstacle,
  spaceItemSchema,
} from '@cellwright/domain/space';
import {
  anyEntity,
  type Draft,
  describeDocument,
  type EntityName,
  membersOf,
  type Preparation,
  type PreparedDocument,
  prepareDraft,
  referencesOf,
  type UpgradedText,
  upgradeText,
} from '@cellwright/entities';
import { describeRoutineChanges, findStepContract, type RoutineChange } from '@cellwright/steps/contracts';
import { type CellInventory, type CellTexts, checkRoutine, compileSteps } from './check-routine.ts';
import { completeRoutine } from './complete-routine.ts';
import { copyRoutine } from './copy-routine.ts';
import { identifyChange } from './identify-change.ts';
import { cellsWithout, hasNewProblem, type Removables } from './needed-things.ts';
import { partitionProgram } from './program-parts.ts';
import { proposalOperations } from './proposal-operations.ts';
import { readSpaceFile } from './read-space-file.ts';
import {
  type Author,
  checkSentRoutine,
  mergeTexts,
  type Refusal,
  readRoutine,
  readRoutineFile,
  stampCreated,
  stampSaved,
  upgradedFile,
} from './routine-document.ts';
import { upgradeRoutine } from './upgrade-routine.ts';

export interface ReadFile {
  readonly ok: true;
  readonly routineID: string;
  readonly members: readonly string[];
  readonly references: readonly string[];
  /** Global items of the file, ready to be stored. */
  readonly variables: readonly PreparedDocument[];
  readonly spaceItems: readonly PreparedDocument[];
  readonly codeBlocks: readonly PreparedDocument[];
  readonly requires: readonly {
    readonly capability?: string | undefined;
    readonly kind?: string | undefined;
    readonly name?: string | undefined;
  }[];
}

export interface CompiledProgram {
  readonly routineID: string;
  readonly name: string;
  readonly mainLoopStepID: string;
  readonly stepCount: number;
  readonly environmentJson: string;
  readonly problems: readonly Problem[];
  /** JSON arrays of ProgramStep, in document order. Empty when a problem keeps the routine from loading. */
  readonly parts: readonly string[];
}

/**
 * Operations on whole routines: reading, checking, compiling. Every operation takes and returns plain data, because
 * large documents are processed in a separate thread: they must not block the commander of an arm that shares the
 * process.
 */
export const documentOperations = {
  ...proposalOperations,

  /** Prepares a document of any kind, checked by its own schema. */
  prepareEntity({ name, draft }: { name: EntityName; draft: Draft }): Preparation {
    return prepareDraft(anyEntity(name), draft);
  },

  /** Upgrades a stored routine to the newest form. */
  upgradeRoutine({ text }: { text: string }): UpgradedText {
    return upgradeText(text, upgradeRoutine);
  },

  prepareRoutine({ draft, author, at }: { draft: Draft; author: Author; at: string }): Preparation {
    const text = draft.mode === 'patch' ? mergeTexts(draft.previous ?? '{}', draft.text) : draft.text;
    const routine = readRoutine(text, draft.id);
    if (!routine.ok) return routine;
    const problems = checkSentRoutine(draft.text, routine.value, draft.mode === 'patch');
    if (problems.length > 0) return { ok: false, problems };
    const previous = draft.previous === undefined ? undefined : readRoutine(draft.previous, draft.id);
    const stamped = previous?.ok
      ? stampSaved(routine.value, previous.value, new Date(at))
      : stampCreated(routine.value, author, new Date(at));
    return { ok: true, document: describeDocument(anyEntity('routines'), { ...stamped }) };
  },

  readFile({ text }: { text: string }): ReadFile | Refusal {
    const file = readRoutineFile(text);
    if (!file.ok) return file;
    const { routine, globals, requires } = file.value;
    const problems = [
      ...findUnknownFields(upgradedFile(text), file.value),
      ...findRepeated('variables', globals.variables),
      ...findRepeatedNames(globals.variables),
      ...findRepeated('spaceItems', globals.spaceItems),
      ...findRepeated('codeBlocks', globals.codeBlocks),
    ];
    if (problems.length > 0) return { ok: false, problems };
    const spaceItems = globals.spaceItems.map((item) => ({ ...item, global: true }));
    return {
      ok: true,
      routineID: routine.id,
      members: membersOf(routine),
      references: referencesOf(routine),
      variables: globals.variables.map((variable) => describeDocument(anyEntity('globalVariables'), variable)),
      spaceItems: spaceItems.map((item) => describeDocument(anyEntity('globalSpace'), item)),
      codeBlocks: globals.codeBlocks.map((block) => describeDocument(anyEntity('codeBlocks'), block)),
      requires: requires.equipment,
    };
  },

  /** Reads an uploaded mesh within the limits. */
  readSpaceFile({
    id,
    name,
    bytes,
  }: {
    id: string;
    name: string;
    bytes: Uint8Array;
  }): ReturnType<typeof readSpaceFile> {
    return readSpaceFile(id, name, bytes);
  },

  /** Returns the environment objects among stored space items, as obstacles. */
  listObstacles({ texts }: { texts: readonly string[] }): readonly SpaceObstacle[] {
    return obstaclesOf(texts.map((text) => spaceItemSchema.parse(JSON.parse(text))));
  },

  /** Returns the references to the cell of a routine that is not stored. */
  listReferences({ text, isFile }: { text: string; isFile: boolean }): readonly string[] {
    const read = isFile ? readRoutineFile(text) : readRoutine(text);
    if (!read.ok) return [];
    return referencesOf('routine' in read.value ? read.value.routine : read.value);
  },

  /** Returns the routine of a file as JSON text, with clashing ids replaced. */
  routineOfFile({
    text,
    ids,
  }: {
    text: string;
    ids: readonly (readonly [string, string])[];
  }): { ok: true; text: string } | Refusal {
    const file = readRoutineFile(text);
    if (!file.ok) return file;
    const { routine } = file.value;
    return { ok: true, text: JSON.stringify(ids.length > 0 ? remapIds(routine, new Map(ids)) : routine) };
  },

  /** Describes the changes between two versions. */
  describeChanges({
    before,
    after,
  }: {
    before: string;
    after: string;
  }): { ok: true; changes: readonly RoutineChange[] } | Refusal {
    const [old, now] = [readRoutine(before), readRoutine(after)];
    if (!old.ok) return old;
    if (!now.ok) return now;
    return { ok: true, changes: describeRoutineChanges(old.value, now.value) };
  },

  /** Returns keys of what changed between two versions; see identifyChange. */
  findChangedThings({ before, after }: { before: string; after: string }): readonly string[] {
    const [old, now] = [readRoutine(before), readRoutine(after)];
    if (!old.ok || !now.ok) return [];
    return [...new Set(describeRoutineChanges(old.value, now.value).map(identifyChange))];
  },

  /** Returns a copy of the routine with new ids throughout, as JSON text. */
  copy({ text, name }: { text: string; name: string }): { ok: true; id: string; text: string } | Refusal {
    const routine = readRoutine(text);
    return routine.ok ? { ok: true, ...copyRoutine(routine.value, name) } : routine;
  },

  /** Returns a stored routine as a file that another cell can import. */
  toFile({ text, cell }: { text: string; cell: CellTexts }): { ok: true; text: string } | Refusal {
    const routine = readRoutine(text);
    if (!routine.ok) return routine;
    const used = new Set(referencesOf(routine.value));
    const { globalVariables, globalSpaceItems, codeBlocks } = readInventory(cell);
    return {
      ok: true,
      text: JSON.stringify({
        format: routineFileFormat,
        formatVersion: routineFileFormatVersion,
        routine: routine.value,
        globals: {
          variables: globalVariables.filter(({ id }) => used.has(id)),
          spaceItems: globalSpaceItems.filter(({ id }) => used.has(id)),
          codeBlocks: codeBlocks.filter(({ id }) => used.has(id)),
        },
        requires: { equipment: requiredEquipment(routine.value) },
      }),
    };
  },

  validate({ text, isFile, cell: texts }: { text: string; isFile: boolean; cell: CellTexts }): readonly Problem[] {
    const cell = readInventory(texts);
    if (!isFile) {
      const routine = readRoutine(text);
      return routine.ok ? checkRoutine(routine.value, cell) : checkReadable(routine, routine.readable, cell);
    }
    const file = readRoutineFile(text);
    if (!file.ok) return checkReadable(file, file.readable?.routine, withGlobals(cell, file.readable?.globals));
    const { routine, globals } = file.value;
    return checkRoutine(routine, withGlobals(cell, globals));
  },

  /** Returns the ids of the items without which the routine would have a new problem. */
  findNeeded({ text, cell, things }: { text: string; cell: CellTexts; things: Removables }): readonly string[] {
    const routine = readRoutine(text);
    if (!routine.ok) return [];
    const check = (texts: CellTexts) => checkRoutine(routine.value, readInventory(texts));
    const before = check(cell);
    return cellsWithout(cell, things)
      .filter((without) => hasNewProblem(before, check(without.cell)))
      .map(({ id }) => id);
  },

  /** Returns the names that expressions of the routine may use, as JSON text. */
  complete({ text, cell }: { text: string; cell: CellTexts }): { ok: true; text: string } | Refusal {
    const routine = readRoutine(text);
    if (!routine.ok) return routine;
    return { ok: true, text: JSON.stringify(completeRoutine(routine.value, readInventory(cell))) };
  },

  compile({ text, cell }: { text: string; cell: CellTexts }): ({ ok: true } & CompiledProgram) | Refusal {
    const routine = readRoutine(text);
    return routine.ok ? compileRoutine(routine.value, readInventory(cell)) : routine;
  },

  /** Compiles a file that is not stored, with the items of the cell that it contains. */
  compileFile({ text, cell: texts }: { text: string; cell: CellTexts }): { ok: true } & CompiledProgram {
    const file = readRoutineFile(text);
    const cell = readInventory(texts);
    if (file.ok) return compileRoutine(file.value.routine, withGlobals(cell, file.value.globals));
    const problems = checkReadable(file, file.readable?.routine, withGlobals(cell, file.readable?.globals));
    const { id = '', name = '' } = file.readable?.routine ?? {};
    return {
      ok: true,
      routineID: id,
      name,
      mainLoopStepID: '',
      stepCount: 0,
      environmentJson: '',
      problems,
      parts: [],
    };
  },
} as const;

export type DocumentOperations = typeof documentOperations;

function compileRoutine(routine: Routine, cell: CellInventory): { ok: true } & CompiledProgram {
  const problems = checkRoutine(routine, cell);
  const { id, name, mainLoopStepID, environmentVariables, space, tests } = routine;
  const steps = problems.some(isBlockingProblem) ? [] : compileSteps(routine);
  return {
    ok: true,
    routineID: id,
    name,
    mainLoopStepID: mainLoopStepID ?? '',
    stepCount: steps.length,
    environmentJson: JSON.stringify({
      environmentVariables,
      globalVariables: cell.globalVariables,
      spaceItems: resolveSpaceItems([...cell.globalSpaceItems, ...space]),
      codeBlocks: cell.codeBlocks,
      safetyOutputs: cell.safetyOutputs,
      tests,
    }),
    problems,
    parts: partitionProgram(steps.map((step) => JSON.stringify(step))),
  };
}

/** Returns the problems of the document itself, then those of the steps that could be read. */
function checkReadable({ problems }: Refusal, readable: Routine | undefined, cell: CellInventory): readonly Problem[] {
  if (readable === undefined) return problems;
  const place = ({ stepPath = '', fieldId = '', message }: Problem) => JSON.stringify([stepPath, fieldId, message]);
  const told = new Set(problems.map(place));
  return [...problems, ...checkRoutine(readable, cell).filter((problem) => !told.has(place(problem)))];
}

function withGlobals(cell: CellInventory, globals: RoutineFile['globals'] | undefined): CellInventory {
  return {
    ...cell,
    globalVariables: [...cell.globalVariables, ...(globals?.variables ?? [])],
    globalSpaceItems: [...cell.globalSpaceItems, ...(globals?.spaceItems ?? [])],
    codeBlocks: [...cell.codeBlocks, ...(globals?.codeBlocks ?? [])],
  };
}

/** Returns the problems of items with duplicate ids in a file, since neither can be chosen silently. */
function findRepeated(list: string, items: readonly { readonly id: string }[]): Problem[] {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    const message = `The id ${id} is used twice. Give one of them another id`;
    return isRepeated
      ? [{ kind: 'invalidConfiguration' as const, message, fieldId: `globals.${list}.${index}.id` }]
      : [];
  });
}

/** Returns the problems of variables with duplicate names, since an expression could read either. */
function findRepeatedNames(variables: readonly GlobalVariable[]): Problem[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name }, index) => {
    const isRepeated = seen.has(name.normalize());
    seen.add(name.normalize());
    if (!isRepeated) return [];
    const message = `The name '${name}' is used twice. Give one of the variables another name`;
    return [{ kind: 'invalidConfiguration' as const, message, fieldId: `globals.variables.${index}.name` }];
  });
}

function readInventory({
  variables,
  spaceItems,
  codeBlocks,
  hasDeveloperAPI,
  equipment,
  safety,
  flagsOn,
}: CellTexts): CellInventory {
  return {
    // Sound: these bodies were written after validation by their schemas.
    globalVariables: variables.map((body) => JSON.parse(body) as GlobalVariable),
    globalSpaceItems: spaceItems.map((body) => JSON.parse(body) as SpaceItem),
    codeBlocks: codeBlocks.map((body) => JSON.parse(body) as CodeBlock),
    hasDeveloperAPI,
    equipment,
    flagsOn,
    safetyOutputs: safety === undefined ? [] : safetyOutputsOf(safetySettingsSchema.parse(JSON.parse(safety))),
  };
}

function requiredEquipment(routine: Routine): { capability: string }[] {
  const capabilities = new Set<string>();
  for (const { step } of walkSteps(routine.steps)) {
    for (const capability of findStepContract(step.stepKind)?.requires ?? []) capabilities.add(capability);
  }
  return [...capabilities].map((capability) => ({ capability }));
}
