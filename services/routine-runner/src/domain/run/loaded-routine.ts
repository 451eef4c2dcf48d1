import type { VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { type CodeBlock, isBlockingProblem } from '@cellwright/domain/routine';
import { type AccuracyCorrection, accuracyCorrectionOf, type SpaceItem } from '@cellwright/domain/space';
import type { Program } from '@cellwright/steps/engine';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { LoadedProgram, ProgramSource } from '../cell.ts';
import type { SessionCore } from '../core/session-core.ts';
import { RoutineVariables } from './routine-variables.ts';

/** The routine that plays next, with the values of its variables. */
export interface LoadedRoutine {
  readonly program: Program;
  readonly variables: RoutineVariables;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  readonly correct: AccuracyCorrection;
  readonly codeBlocks: ReadonlyMap<string, CodeBlock>;
  readonly safetyOutputs: ReadonlySet<string>;
}

/** Fetches a routine; one with problems is refused with their number and their list. */
export async function fetchRoutine(
  core: SessionCore,
  programs: ProgramSource,
  routineID: string,
  version: number,
): Promise<Answer<LoadedProgram>> {
  const loaded = await programs.load(routineID, version, core.epochs.signal);
  if (!loaded.ok) return loaded;
  const { problems } = loaded.value;
  const blocking = problems.filter(isBlockingProblem);
  if (blocking.length > 0) {
    return refuse('request_failed_validation', messages.validationErrors(blocking.length), {
      failureKind: 'InvalidRoutineLoadedFailure',
      problems,
    });
  }
  return loaded;
}

/** Makes a fetched routine the loaded one and shows it, by default in place of the last run. */
export function installRoutine(
  { store }: SessionCore,
  loaded: LoadedProgram,
  { keepsRun = false }: { readonly keepsRun?: boolean } = {},
): LoadedRoutine {
  const { program } = loaded;
  const variables = new RoutineVariables(loaded.variables, () => store.contributeLater(contribute));
  const contribute: Parameters<typeof store.contributeLater>[0] = (state) => {
    if (state.routine?.id === program.routineID) variables.show(state.variables);
  };
  store.update((state) => {
    const { routineID: id, name, version, steps } = program;
    if (state.routine?.id !== id || state.routine.version !== version) state.preflight = null;
    state.routine = { id, name, version, stepCount: steps.length };
    if (!keepsRun) state.run = null;
    state.steps = {};
    state.variables = variables.describe();
  });
  const { spaceItems, codeBlocks = [], safetyOutputs } = loaded;
  return {
    program,
    variables,
    spaceItems: new Map(spaceItems.map((item) => [item.id, item])),
    correct: accuracyCorrectionOf(spaceItems),
    codeBlocks: new Map(codeBlocks.map((block) => [block.id, block])),
    safetyOutputs: new Set(safetyOutputs),
  };
}

/** Sets a variable of the loaded routine by id; `saveGlobal` keeps one of the cell. */
export function setRoutineVariable(
  routine: LoadedRoutine | undefined,
  id: string,
  value: VariableValue,
  saveGlobal: (id: string, value: VariableValue) => void,
): Answer {
  if (!routine) return refuse('routine_must_be_running', messages.routineStateNotFound);
  const set = routine.variables.set(id, value);
  if (!set.ok) return refuse('request_failed_validation', set.message);
  const now = routine.variables.get(id);
  if (routine.variables.isGlobal(id) && now !== undefined) saveGlobal(id, now);
  return accepted;
}

/** Shows that no routine is loaded. */
export function uninstallRoutine({ store }: SessionCore): void {
  store.update((state) => {
    state.preflight = null;
    state.routine = null;
    state.run = null;
    state.steps = {};
    state.variables = {};
  });
}
