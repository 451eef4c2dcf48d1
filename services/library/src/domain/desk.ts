import {
  type GlobalVariable,
  isBlockingProblem,
  type Problem,
  type Routine,
  routineFileFormat,
  routineFileFormatVersion,
  type SpaceItem,
  walkSteps,
} from '@cellwright/domain';
import { type CellInventory, checkRoutine, compileSteps } from './check-routine.ts';
import { partitionProgram } from './program-parts.ts';
import { remapIds } from './remap-ids.ts';
import {
  type Author,
  listingOf,
  memberIdsOf,
  type Refusal,
  type RoutineListing,
  readRoutine,
  readRoutineFile,
  stampCreated,
  stampSaved,
} from './routine-document.ts';

/** A routine ready to be stored. */
export interface PreparedRoutine {
  readonly ok: true;
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly listing: RoutineListing;
  readonly memberIds: readonly string[];
}

export interface ReadFile {
  readonly ok: true;
  readonly routineID: string;
  readonly memberIds: readonly string[];
  readonly variables: readonly GlobalVariable[];
  readonly spaceItems: readonly SpaceItem[];
  readonly requires: readonly {
    readonly capability?: string | undefined;
    readonly kind?: string | undefined;
    readonly name?: string | undefined;
  }[];
}

export interface CompiledProgram {
  readonly name: string;
  readonly mainLoopStepID: string;
  readonly stepCount: number;
  readonly environmentJson: string;
  readonly problems: readonly Problem[];
  /** JSON arrays of ProgramStep, in document order. Empty when a problem keeps the routine from loading. */
  readonly parts: readonly string[];
}

/**
 * What is done with whole routines: reading, checking, compiling. Every operation takes and gives plain data, because
 * large documents are worked on in a thread of their own: they must not hold up the commander of an arm that shares the
 * process.
 */
export const deskOperations = {
  prepareNew({ text, author, at }: { text: string; author: Author; at: string }): PreparedRoutine | Refusal {
    const routine = readRoutine(text);
    return routine.ok ? prepared(stampCreated(routine.value, author, new Date(at))) : routine;
  },

  prepareSave({
    text,
    previousText,
    at,
  }: {
    text: string;
    previousText: string;
    at: string;
  }): PreparedRoutine | Refusal {
    const routine = readRoutine(text);
    if (!routine.ok) return routine;
    const previous = readRoutine(previousText);
    return previous.ok ? prepared(stampSaved(routine.value, previous.value, new Date(at))) : previous;
  },

  readFile({ text }: { text: string }): ReadFile | Refusal {
    const file = readRoutineFile(text);
    if (!file.ok) return file;
    const { routine, globals, requires } = file.value;
    return {
      ok: true,
      routineID: routine.id,
      memberIds: memberIdsOf(routine),
      variables: globals.variables,
      spaceItems: globals.spaceItems,
      requires: requires.equipment,
    };
  },

  /** The routine of a file, with clashing ids replaced, as JSON text. */
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

  /** A stored routine as a file that another cell can import. */
  toFile({ text, cell }: { text: string; cell: CellInventory }): { ok: true; text: string } | Refusal {
    const routine = readRoutine(text);
    if (!routine.ok) return routine;
    const used = referencesOf(routine.value);
    return {
      ok: true,
      text: JSON.stringify({
        format: routineFileFormat,
        formatVersion: routineFileFormatVersion,
        routine: routine.value,
        globals: {
          variables: cell.globalVariables.filter(({ id }) => used.has(id)),
          spaceItems: cell.globalSpaceItems.filter(({ id }) => used.has(id)),
        },
        requires: { equipment: requiredEquipment(routine.value) },
      }),
    };
  },

  validate({ text, isFile, cell }: { text: string; isFile: boolean; cell: CellInventory }): readonly Problem[] {
    if (!isFile) {
      const routine = readRoutine(text);
      return routine.ok ? checkRoutine(routine.value, cell) : routine.problems;
    }
    const file = readRoutineFile(text);
    if (!file.ok) return file.problems;
    const { routine, globals } = file.value;
    return checkRoutine(routine, {
      ...cell,
      globalVariables: [...cell.globalVariables, ...globals.variables],
      globalSpaceItems: [...cell.globalSpaceItems, ...globals.spaceItems],
    });
  },

  compile({ text, cell }: { text: string; cell: CellInventory }): ({ ok: true } & CompiledProgram) | Refusal {
    const routine = readRoutine(text);
    if (!routine.ok) return routine;
    const problems = checkRoutine(routine.value, cell);
    const { name, mainLoopStepID, environmentVariables, space } = routine.value;
    const steps = problems.some(isBlockingProblem) ? [] : compileSteps(routine.value);
    return {
      ok: true,
      name,
      mainLoopStepID: mainLoopStepID ?? '',
      stepCount: steps.length,
      environmentJson: JSON.stringify({
        environmentVariables,
        globalVariables: cell.globalVariables,
        spaceItems: [...cell.globalSpaceItems, ...space],
      }),
      problems,
      parts: partitionProgram(steps.map((step) => JSON.stringify(step))),
    };
  },
} as const;

export type DeskOperations = typeof deskOperations;

function prepared(routine: Routine): PreparedRoutine {
  return {
    ok: true,
    id: routine.id,
    name: routine.name,
    body: JSON.stringify(routine),
    listing: listingOf(routine),
    memberIds: memberIdsOf(routine),
  };
}

/** Every string in the steps' arguments: what might name something of the cell. */
function referencesOf(routine: Routine): Set<string> {
  const strings = new Set<string>();
  const pending: unknown[] = Object.values(routine.stepConfigurations).map(({ args }) => args);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') strings.add(next);
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
  return strings;
}

const capabilityOfStep: Readonly<Record<string, string>> = { ActuateGripper: 'gripper' };

function requiredEquipment(routine: Routine): { capability: string }[] {
  const capabilities = new Set<string>();
  for (const { step } of walkSteps(routine.steps)) {
    const capability = Object.hasOwn(capabilityOfStep, step.stepKind) ? capabilityOfStep[step.stepKind] : undefined;
    if (capability) capabilities.add(capability);
  }
  return [...capabilities].map((capability) => ({ capability }));
}
