import type * as z from 'zod';
import { maxStepCount, maxStepDepth } from '../basics/limits.ts';
import {
  type Problem,
  type Routine,
  type RoutineHead,
  routineHeadSchema,
  type Step,
  shallowStepSchema,
} from './routine.ts';
import { routineTestMessages } from './routine-test.ts';

/** A failure may include the valid parts, so that their other problems are found, too. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[]; readable?: T };

interface PendingStep {
  readonly input: unknown;
  readonly path: string;
  readonly depth: number;
  readonly siblings: Step[];
}

/**
 * Checks the shape of an external routine and fills in defaults. Reports every problem at once. It does not check
 * arguments of steps (the steps' contracts do) and walks the tree iteratively, so that deep nesting cannot exhaust the
 * stack.
 */
export function parseRoutine(input: unknown): ParseResult<Routine> {
  const problems: Problem[] = [];
  const head = routineHeadSchema.safeParse(input);
  if (!head.success) problems.push(...nameTests(problemsOf(head.error), input));
  const steps = parseSteps(readField(input, 'steps'), problems);
  if (head.success && problems.length === 0) return { ok: true, value: { ...head.data, steps } };
  const known = head.success ? head.data : readSoundFields(input, head.error);
  return { ok: false, problems, ...(known && { readable: { ...known, steps } }) };
}

/** Adds the name of the test to a problem inside a test. */
function nameTests(problems: readonly Problem[], input: unknown): Problem[] {
  return problems.map((problem) => {
    const [, index] = /^tests\.(\d+)(\.|$)/.exec(problem.fieldId ?? '') ?? [];
    if (index === undefined) return problem;
    const name = readField(readField(readField(input, 'tests'), index), 'name');
    const called = typeof name === 'string' && name !== '' ? name : `${Number(index) + 1}`;
    return { ...problem, message: routineTestMessages.inTest(called, problem.message) };
  });
}

/** Returns the head without the invalid fields; undefined if none of it is valid. */
function readSoundFields(input: unknown, error: z.ZodError): RoutineHead | undefined {
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const sound = Object.entries(Object(input)).filter(([field]) => !wrong.has(field));
  const read = routineHeadSchema.safeParse({ id: 'routine', name: 'routine', ...Object.fromEntries(sound) });
  return read.success ? read.data : undefined;
}

function parseSteps(input: unknown, problems: Problem[]): Step[] {
  const root: Step[] = [];
  if (!Array.isArray(input) || input.length === 0) {
    problems.push({ kind: 'invalidConfiguration', message: 'A routine needs at least one step', fieldId: 'steps' });
    return root;
  }
  const ids = new Set<string>();
  const pending: PendingStep[] = [];
  queueChildren(pending, input, { path: '', depth: 0 }, root);
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (++count > maxStepCount) {
      problems.push(invalid(`A routine can have at most ${maxStepCount} steps`, 'steps'));
      return root;
    }
    if (next.depth > maxStepDepth) {
      problems.push(invalid(`Steps can be nested at most ${maxStepDepth} levels deep`, 'steps'));
      return root;
    }
    parseStep(next, pending, ids, problems);
  }
  return root;
}

function parseStep(next: PendingStep, pending: PendingStep[], ids: Set<string>, problems: Problem[]): void {
  const parsed = shallowStepSchema.safeParse(next.input);
  if (!parsed.success) {
    problems.push(
      ...problemsOf(parsed.error).map((problem) => ({ fieldId: 'steps', ...problem, stepPath: next.path })),
    );
    return;
  }
  const step: Step = { ...parsed.data };
  if (ids.has(step.id)) {
    problems.push({ ...invalid('Duplicate step ID', 'id'), stepID: step.id, stepPath: next.path });
  }
  ids.add(step.id);
  next.siblings.push(step);
  const children = readField(next.input, 'steps');
  if (children === undefined || children === null) return;
  if (!Array.isArray(children)) {
    problems.push({
      ...invalid('The children of a step must be a list', 'steps'),
      stepID: step.id,
      stepPath: next.path,
    });
    return;
  }
  step.steps = [];
  queueChildren(pending, children, next, step.steps);
}

function queueChildren(
  pending: PendingStep[],
  children: readonly unknown[],
  parent: { path: string; depth: number },
  siblings: Step[],
): void {
  for (let index = children.length - 1; index >= 0; index--) {
    const path = parent.path === '' ? `${index + 1}` : `${parent.path}.${index + 1}`;
    pending.push({ input: children[index], path, depth: parent.depth + 1, siblings });
  }
}

function readField(input: unknown, field: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined;
  return Reflect.get(input, field);
}

function invalid(message: string, fieldId: string): Problem {
  return { kind: 'invalidConfiguration', message, fieldId };
}

/** Describes the errors of a client's input for its message: each field and its problem. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .map(({ message, path }) => (path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message))
    .join('. ');
}

/** Converts the issues of a zod error to problems whose fieldId is the dotted path. */
export function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.map(({ message, path }) => ({
    kind: 'invalidConfiguration',
    message,
    ...(path.length > 0 && { fieldId: path.map(String).join('.') }),
  }));
}
