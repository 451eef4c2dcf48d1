import { ProductError, withSource } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import { messages } from '@cellwright/domain/messages';
import {
  findUnknownFields,
  findUnknownNames,
  type GlobalVariable,
  isBlockingProblem,
  isStepKind,
  type Problem,
  problemsOf,
  type Routine,
  type StepKind,
} from '@cellwright/domain/routine';
import { checkSpaceItem, resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import { type CheckedRoutine, type CheckedRoutineStep, readSteps } from './checked-routine.ts';
import {
  type AnyStepContract,
  type CellEquipment,
  type CheckEnvironment,
  checkExpression,
  checkFlagGates,
  explainCode,
  type FieldProblem,
  findStepNamed,
  type KnownCodeBlock,
  type ProgramStep,
  refuseExpression,
  routineMessages,
} from './framework/index.ts';
import { findStepContract, refuseKind } from './step-contracts.ts';

/** Environment that a routine is checked against. */
export interface CellEnvironment {
  readonly globalVariables: readonly GlobalVariable[];
  /** Space items of the cell; the routine has its own. */
  readonly spaceItems: readonly SpaceItem[];
  /** Enabled equipment; undefined when the cell is unknown (a routine file without a cell). */
  readonly equipment: readonly CellEquipment[] | undefined;
  /** Full names of the outputs that the cell's safety rules use. */
  readonly safetyOutputs?: readonly string[] | undefined;
  /** Code blocks of the cell that the routine names; undefined when the cell is unknown. */
  readonly codeBlocks?: readonly KnownCodeBlock[] | undefined;
  /** Default true: a cell without it reports that itself. */
  readonly hasDeveloperAPI?: boolean | undefined;
  /** Maximum distance of any tool of the arm from the base, m; undefined if the arm is unknown. */
  readonly reachMeters?: number | undefined;
  /** Feature flags that are on for the whole cell; empty if unknown. */
  readonly flagsOn?: readonly FlagName[];
}

export interface PreparedRoutine {
  /** All problems at once, in document order. */
  readonly problems: Problem[];
  /** Steps for the runner; only valid if no problem blocks. */
  readonly steps: ProgramStep[];
}

/**
 * Returns every problem of a routine: its steps' kinds, arguments, children and references. Never throws, whatever the
 * routine contains.
 */
export function validateRoutine(routine: Routine, cell: CellEnvironment): Problem[] {
  const checked = readSteps(routine);
  const environment = environmentOf(routine, cell, checked);
  const problems = checked.steps.flatMap((step) => checkStep(step, checked, environment));
  return [...problems, ...checkDocument(routine, cell, environment), ...checkMainLoop(routine, checked)];
}

/**
 * Returns the steps of a routine as the runner plays them, with defaults.
 * @throws ProductError when the arguments of an enabled step are wrong: validate first.
 */
export function compileProgram(routine: Routine): ProgramStep[] {
  const { steps } = readSteps(routine);
  const problems = steps.filter(({ isEnabled }) => isEnabled).flatMap(checkArguments);
  if (problems.length > 0)
    throw new ProductError('request_failed_validation', validationErrorsMessage(problems), { problems });
  return steps.map(toProgramStep);
}

/** Validates and compiles a routine in one pass. */
export function prepareRoutine(routine: Routine, cell: CellEnvironment): PreparedRoutine {
  const checked = readSteps(routine);
  const environment = environmentOf(routine, cell, checked);
  const problems = checked.steps.flatMap((step) => checkStep(step, checked, environment));
  return {
    problems: [...problems, ...checkDocument(routine, cell, environment), ...checkMainLoop(routine, checked)],
    steps: checked.steps.map(toProgramStep),
  };
}

/** Returns 'N validation errors', the message of a failed load. Warnings do not count. */
export function validationErrorsMessage(problems: readonly Problem[]): string {
  return messages.validationErrors(problems.filter(isBlockingProblem).length);
}

/** A disabled step must be a step, but its arguments are not checked. */
function checkStep(step: CheckedRoutineStep, routine: CheckedRoutine, environment: CheckEnvironment): Problem[] {
  const problems: FieldProblem[] = [...checkKind(step), ...checkChildren(step)];
  if (routine.duplicates.has(step)) problems.push(wrong(messages.duplicateStepID, 'id'));
  if (!step.isEnabled) return locate(step, problems);
  problems.push(...checkArguments(step), ...checkMeaning(step, environment), ...checkFlags(step, environment));
  // A step that is refused anyway is not also reported as unplayable.
  const unplayable = problems.some(isBlockingProblem) ? [] : checkPlayable(step, environment);
  return locate(step, [...problems, ...unplayable]);
}

/** Warns about steps that load but are refused when played. */
function checkPlayable({ stepKind, args }: CheckedRoutineStep, { spaceItems }: CheckEnvironment): FieldProblem[] {
  const contract = findStepContract(stepKind);
  if (contract === undefined) return warnings(refuseKind(stepKind), 'stepKind');
  for (const use of contract.expressions(args)) {
    const message = refuseExpression(use);
    if (message !== undefined) return warnings(message, use.fieldId);
  }
  return warnings(
    contract.refuseToPlay?.(args, (id) => spaceItems.get(id)),
    'stepKind',
  );
}

/** Without known flags of the cell, only the contracts check them. */
function checkFlags({ stepKind, parent, args }: CheckedRoutineStep, environment: CheckEnvironment): FieldProblem[] {
  if (!environment.areFlagsKnown) return [];
  return checkFlagGates({ stepKind, parentKind: parent?.stepKind, args }, environment.isFlagOn);
}

function checkKind({ stepKind, configurationKind }: CheckedRoutineStep): FieldProblem[] {
  if (!isStepKind(stepKind)) return [wrong(messages.noStepKindExists(stepKind), 'stepKind')];
  if (configurationKind === undefined) return [wrong(routineMessages.noConfiguration, 'stepConfigurations')];
  if (configurationKind === stepKind) return [];
  return [wrong(routineMessages.otherConfiguration(stepKind, configurationKind), 'stepKind')];
}

function checkChildren({ stepKind, children, parent }: CheckedRoutineStep): FieldProblem[] {
  const policy = findStepContract(stepKind)?.children.policy;
  const allowedKinds = parent && findStepContract(parent.stepKind)?.children.allowedKinds;
  const problems: FieldProblem[] = [];
  if (policy === 'required' && children.length === 0)
    problems.push(wrong(messages.mustHaveSubsteps(stepKind), 'steps'));
  if (policy === 'forbidden' && children.length > 0)
    problems.push(wrong(messages.cannotHaveSubsteps(stepKind), 'steps'));
  if (!isStepKind(stepKind)) return problems;
  const refusing = parent && allowedKinds && !allowedKinds.includes(stepKind) ? parent : findRefusing(stepKind, parent);
  if (refusing !== undefined) {
    problems.push(wrong(routineMessages.notInside(stepKind, refusing.stepKind), 'stepKind'));
  }
  return problems;
}

/** Returns the nearest step around it, at any depth, that does not allow the kind. */
function findRefusing(stepKind: StepKind, parent: CheckedRoutineStep | undefined): CheckedRoutineStep | undefined {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (findStepContract(outer.stepKind)?.children.neverInside?.includes(stepKind)) return outer;
  }
  return undefined;
}

/** Reports invalid and unknown arguments: a misspelt limit would have no effect. */
function checkArguments({ stepKind, parsed, stored }: CheckedRoutineStep): FieldProblem[] {
  const schema = findStepContract(stepKind)?.args;
  if (parsed === undefined || schema === undefined) return [];
  if (parsed.success) return findUnknownFields(stored, parsed.data, schema);
  return [...problemsOf(parsed.error), ...findUnknownNames(stored, schema)];
}

/** Runs the checks beyond the schema on the valid arguments. */
function checkMeaning(step: CheckedRoutineStep, environment: CheckEnvironment): FieldProblem[] {
  const contract = findStepContract(step.stepKind);
  if (contract === undefined || step.parsed === undefined) return [];
  const wrong = new Set(step.parsed.success ? [] : step.parsed.error.issues.map(({ path }) => path[0]));
  const sound = step.parsed.success ? step.parsed : parseWithout(contract, step.args, wrong);
  if (!sound.success) return [];
  const checked = { ...step, args: sound.data };
  const expressions = contract.expressions(sound.data).flatMap((use) => checkExpression(use, environment));
  const code = checkCode(contract.codeBlockOf?.(sound.data), environment);
  const found = [...contract.check(checked, environment), ...expressions, ...code];
  // Drops problems that are caused only by the omission of an invalid field.
  return found.filter(({ fieldId }) => !wrong.has(fieldId?.split('.', 1)[0]));
}

/** Code is checked like expressions: a syntax error is found before the routine is played. */
function checkCode(
  used: { readonly fieldId: string; readonly id: string } | undefined,
  { codeBlocks }: CheckEnvironment,
): FieldProblem[] {
  const block = used && codeBlocks?.get(used.id);
  const problem = block?.source === undefined ? undefined : explainCode(block.source);
  if (!used || !block || problem === undefined) return [];
  return [wrong(routineMessages.codeUnreadable(block.name, problem), used.fieldId)];
}

function parseWithout(contract: AnyStepContract, args: object, wrong: ReadonlySet<unknown>) {
  return contract.args.safeParse(Object.fromEntries(Object.entries(args).filter(([field]) => !wrong.has(field))));
}

function checkDocument(routine: Routine, cell: CellEnvironment, environment: CheckEnvironment): FieldProblem[] {
  return [...checkVariables(routine, cell), ...checkOwnItems(routine, environment)];
}

/**
 * Reports two variables with the same name or id, which would be ambiguous in expressions and programs. A routine's
 * variable may have the name of one of the cell, which it hides.
 */
function checkVariables({ environmentVariables }: Routine, { globalVariables }: CellEnvironment): FieldProblem[] {
  const names = new Set<string>();
  const ids = new Set(globalVariables.map(({ id }) => id));
  return environmentVariables.flatMap(({ id, name }, index) => {
    const problems: FieldProblem[] = [];
    const place = `environmentVariables.${index}`;
    if (names.has(name.normalize())) problems.push(wrong(routineMessages.repeatedName(name), `${place}.name`));
    if (ids.has(id)) problems.push(wrong(routineMessages.repeatedVariableID(id), `${place}.id`));
    names.add(name.normalize());
    ids.add(id);
    return problems;
  });
}

/**
 * Checks the ids and the references of the routine's own space items; those of the cell were checked when they were
 * saved.
 */
function checkOwnItems({ space }: Routine, { spaceItems }: CheckEnvironment): FieldProblem[] {
  const ids = new Set<string>();
  return space.flatMap((item, index) => {
    const place = `space.${index}`;
    const repeated = ids.has(item.id) ? [wrong(routineMessages.repeatedItemID(item.id), `${place}.id`)] : [];
    ids.add(item.id);
    const problem = checkSpaceItem(item, (id) => spaceItems.get(id));
    return problem === undefined ? repeated : [...repeated, wrong(problem.message, `${place}.${problem.fieldId}`)];
  });
}

function checkMainLoop({ mainLoopStepID }: Routine, { stepsByID }: CheckedRoutine): Problem[] {
  if (mainLoopStepID === undefined || stepsByID.get(mainLoopStepID)?.stepKind === 'Loop') return [];
  return [wrong(routineMessages.mainLoopNotALoop, 'mainLoopStepID')];
}

function environmentOf(routine: Routine, cell: CellEnvironment, { stepsByID }: CheckedRoutine): CheckEnvironment {
  const variables = [...cell.globalVariables, ...routine.environmentVariables];
  const items = resolveSpaceItems([...cell.spaceItems, ...routine.space]);
  const flagsOn = new Set(cell.flagsOn);
  return {
    environmentVariables: new Map(variables.map((variable) => [variable.id, variable])),
    spaceItems: new Map(items.map((item) => [item.id, item])),
    equipment: cell.equipment,
    safetyOutputs: new Set(cell.safetyOutputs),
    codeBlocks: cell.codeBlocks && new Map(cell.codeBlocks.map((block) => [block.id, block])),
    hasDeveloperAPI: cell.hasDeveloperAPI ?? true,
    reachMeters: cell.reachMeters,
    areFlagsKnown: cell.flagsOn !== undefined,
    isFlagOn: (flag) => flagsOn.has(flag),
    findStep: (stepID) => stepsByID.get(stepID),
    findStepNamed: (name) => findStepNamed(stepsByID.values(), name),
    hasStepVariable: (stepID, name) => {
      const contract = findStepContract(stepsByID.get(stepID)?.stepKind ?? '');
      return contract === undefined || Object.hasOwn(contract.variables, name);
    },
    refuseComparison(stepID, name, value) {
      const step = stepsByID.get(stepID);
      if (step?.parsed?.success !== true) return undefined;
      return findStepContract(step.stepKind)?.refuseComparison?.(step.args, name, value);
    },
    findLoopAround(step) {
      for (let outer = step.parent; outer !== undefined; outer = outer.parent) {
        const played = findStepContract(outer.stepKind)?.children.played;
        if (played !== undefined) return played === 'inRounds' ? outer : undefined;
      }
      return undefined;
    },
  };
}

function toProgramStep({ id, stepKind, path, parent, isDisabled, description, args }: CheckedRoutineStep): ProgramStep {
  return { id, stepKind, path, parentID: parent?.id ?? null, isDisabled, description, args };
}

function locate({ id, path }: CheckedRoutineStep, problems: readonly FieldProblem[]): Problem[] {
  return problems.map((problem) => ({ ...withSource(problem), stepID: id, stepPath: path }));
}

function warnings(message: string | undefined, fieldId: string): FieldProblem[] {
  return message === undefined ? [] : [{ kind: 'configurationWarning', message, fieldId }];
}

function wrong(message: string, fieldId: string): FieldProblem {
  return withSource({ kind: 'invalidConfiguration', message, fieldId });
}
