import {
  checkSpaceItem,
  type FlagName,
  findUnknownFields,
  findUnknownNames,
  type GlobalVariable,
  isBlockingProblem,
  isStepKind,
  messages,
  type Problem,
  ProductError,
  problemsOf,
  type Routine,
  resolveSpaceItems,
  type SpaceItem,
  type StepKind,
} from '@cellwright/domain';
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
} from './framework/index.ts';
import { findStepContract, refuseKind } from './step-contracts.ts';

/** What a routine is checked against besides itself. */
export interface CellEnvironment {
  readonly globalVariables: readonly GlobalVariable[];
  /** Space items of the cell; the routine's own come with it. */
  readonly spaceItems: readonly SpaceItem[];
  /** Enabled equipment; undefined when the cell is not known (a file on a desk). */
  readonly equipment: readonly CellEquipment[] | undefined;
  /** Full names of the outputs that the cell's safety rules speak through. */
  readonly safetyOutputs?: readonly string[] | undefined;
  /** The cell's code blocks that the routine names; undefined when the cell is not known. */
  readonly codeBlocks?: readonly KnownCodeBlock[] | undefined;
  /** Default true: where it is off, the cell says so. */
  readonly hasDeveloperAPI?: boolean | undefined;
  /** Distance from the base that no tool of the arm is ever beyond, m; undefined where the arm is not known. */
  readonly reachMeters?: number | undefined;
  /** Feature flags that are on for the whole cell; none where nobody knows. */
  readonly flagsOn?: readonly FlagName[];
}

export interface PreparedRoutine {
  /** All problems at once, in document order. */
  readonly problems: Problem[];
  /** What the runner plays; only to be used when no problem blocks. */
  readonly steps: ProgramStep[];
}

/** Every problem of a routine: its steps' kinds, arguments, children and references. Never throws, whatever is in it. */
export function validateRoutine(routine: Routine, cell: CellEnvironment): Problem[] {
  const checked = readSteps(routine);
  const environment = environmentOf(routine, cell, checked);
  const problems = checked.steps.flatMap((step) => checkStep(step, checked, environment));
  return [...problems, ...checkDocument(routine, cell, environment), ...checkMainLoop(routine, checked)];
}

/**
 * The steps of a routine as the runner plays them, defaults filled.
 * @throws ProductError when the arguments of an enabled step are wrong: validate first.
 */
export function compileProgram(routine: Routine): ProgramStep[] {
  const { steps } = readSteps(routine);
  const problems = steps.filter(({ isEnabled }) => isEnabled).flatMap(checkArguments);
  if (problems.length > 0)
    throw new ProductError('request_failed_validation', validationErrorsMessage(problems), { problems });
  return steps.map(toProgramStep);
}

/** Validation and compilation in one pass over the routine. */
export function prepareRoutine(routine: Routine, cell: CellEnvironment): PreparedRoutine {
  const checked = readSteps(routine);
  const environment = environmentOf(routine, cell, checked);
  const problems = checked.steps.flatMap((step) => checkStep(step, checked, environment));
  return {
    problems: [...problems, ...checkDocument(routine, cell, environment), ...checkMainLoop(routine, checked)],
    steps: checked.steps.map(toProgramStep),
  };
}

/** 'N validation errors': what a load fails with. Warnings do not count. */
export function validationErrorsMessage(problems: readonly Problem[]): string {
  return messages.validationErrors(problems.filter(isBlockingProblem).length);
}

/** A disabled step must be a step, but what it would do is not judged. */
function checkStep(step: CheckedRoutineStep, routine: CheckedRoutine, environment: CheckEnvironment): Problem[] {
  const problems: FieldProblem[] = [...checkKind(step), ...checkChildren(step)];
  if (routine.duplicates.has(step)) problems.push(wrong(messages.duplicateStepID, 'id'));
  if (!step.isEnabled) return locate(step, problems);
  problems.push(...checkArguments(step), ...checkMeaning(step, environment), ...checkFlags(step, environment));
  // A step that is refused anyway is not said to be unplayable besides.
  const unplayable = problems.some(isBlockingProblem) ? [] : checkPlayable(step, environment);
  return locate(step, [...problems, ...unplayable]);
}

/** Warns of what loads and is refused when it is to be played. */
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

/** Without known flags of the cell, only the contracts judge by them. */
function checkFlags({ stepKind, parent, args }: CheckedRoutineStep, environment: CheckEnvironment): FieldProblem[] {
  if (!environment.areFlagsKnown) return [];
  return checkFlagGates({ stepKind, parentKind: parent?.stepKind, args }, environment.isFlagOn);
}

function checkKind({ stepKind, configurationKind }: CheckedRoutineStep): FieldProblem[] {
  if (!isStepKind(stepKind)) return [wrong(messages.noStepKindExists(stepKind), 'stepKind')];
  if (configurationKind === undefined)
    return [wrong('The step has no configuration; add it again', 'stepConfigurations')];
  if (configurationKind === stepKind) return [];
  return [wrong(`The step is a "${stepKind}", but its configuration is for a "${configurationKind}"`, 'stepKind')];
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
    problems.push(wrong(`A "${stepKind}" step may not be used inside a "${refusing.stepKind}" step`, 'stepKind'));
  }
  return problems;
}

/** The nearest step around that does not take the kind, however deep inside. */
function findRefusing(stepKind: StepKind, parent: CheckedRoutineStep | undefined): CheckedRoutineStep | undefined {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (findStepContract(outer.stepKind)?.children.neverInside?.includes(stepKind)) return outer;
  }
  return undefined;
}

/** Wrong arguments, and those that the kind does not have: a misspelt limit would be no limit. */
function checkArguments({ stepKind, parsed, stored }: CheckedRoutineStep): FieldProblem[] {
  const schema = findStepContract(stepKind)?.args;
  if (parsed === undefined || schema === undefined) return [];
  if (parsed.success) return findUnknownFields(stored, parsed.data, schema);
  return [...problemsOf(parsed.error), ...findUnknownNames(stored, schema)];
}

/** Checks beyond the schema; with a wrong argument, of the others. */
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
  // What is only said because a wrong field was left out is not worth saying.
  return found.filter(({ fieldId }) => !wrong.has(fieldId?.split('.', 1)[0]));
}

/** Code is read as expressions are: an error of syntax is found before the routine is played. */
function checkCode(
  used: { readonly fieldId: string; readonly id: string } | undefined,
  { codeBlocks }: CheckEnvironment,
): FieldProblem[] {
  const block = used && codeBlocks?.get(used.id);
  const problem = block?.source === undefined ? undefined : explainCode(block.source);
  if (!used || !block || problem === undefined) return [];
  return [wrong(`The code of '${block.name}' cannot be read: ${problem}`, used.fieldId)];
}

function parseWithout(contract: AnyStepContract, args: object, wrong: ReadonlySet<unknown>) {
  return contract.args.safeParse(Object.fromEntries(Object.entries(args).filter(([field]) => !wrong.has(field))));
}

function checkDocument(routine: Routine, cell: CellEnvironment, environment: CheckEnvironment): FieldProblem[] {
  return [...checkVariables(routine, cell), ...checkOwnItems(routine, environment)];
}

/**
 * Two variables with one name or id are a problem: expressions and programs would take either. A routine's variable may have
 * the name of one of the cell, which it hides.
 */
function checkVariables({ environmentVariables }: Routine, { globalVariables }: CellEnvironment): FieldProblem[] {
  const names = new Set<string>();
  const ids = new Set(globalVariables.map(({ id }) => id));
  return environmentVariables.flatMap(({ id, name }, index) => {
    const problems: FieldProblem[] = [];
    const place = `environmentVariables.${index}`;
    if (names.has(name.normalize())) problems.push(wrong(repeatedName(name), `${place}.name`));
    if (ids.has(id)) problems.push(wrong(repeatedID(id), `${place}.id`));
    names.add(name.normalize());
    ids.add(id);
    return problems;
  });
}

function repeatedName(name: string): string {
  return `Two variables are named '${name}'. Rename one of them`;
}

function repeatedID(id: string): string {
  return `Two variables have the id ${id}. Give one of them another id`;
}

/** What the routine's own space items name: those of the cell were checked when they were saved. */
function checkOwnItems({ space }: Routine, { spaceItems }: CheckEnvironment): FieldProblem[] {
  return space.flatMap((item, index) => {
    const problem = checkSpaceItem(item, (id) => spaceItems.get(id));
    return problem === undefined ? [] : [wrong(problem.message, `space.${index}.${problem.fieldId}`)];
  });
}

function checkMainLoop({ mainLoopStepID }: Routine, { stepsByID }: CheckedRoutine): Problem[] {
  if (mainLoopStepID === undefined || stepsByID.get(mainLoopStepID)?.stepKind === 'Loop') return [];
  return [wrong('The main loop must be a Loop step of the routine; choose it again', 'mainLoopStepID')];
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
  return problems.map((problem) => ({ ...problem, stepID: id, stepPath: path }));
}

function warnings(message: string | undefined, fieldId: string): FieldProblem[] {
  return message === undefined ? [] : [{ kind: 'configurationWarning', message, fieldId }];
}

function wrong(message: string, fieldId: string): FieldProblem {
  return { kind: 'invalidConfiguration', message, fieldId };
}
