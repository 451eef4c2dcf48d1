import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxStepCount, maxStepDepth } from '../basics/limits.ts';
import { parseRoutine } from './parse-routine.ts';
import { describeStepCount, walkSteps } from './step-tree.ts';

const step = (id: string, steps?: unknown[]) => ({ id, stepKind: 'Wait', ...(steps ? { steps } : {}) });
const routine = (steps: unknown, more: object = {}) => ({ id: 'routine_1', name: 'Test', steps, ...more });

function nested(depth: number): unknown {
  let inner: unknown[] | undefined;
  for (let level = depth; level >= 1; level--) inner = [step(`s${level}`, inner)];
  return inner;
}

function problemsFor(input: unknown) {
  const result = parseRoutine(input);
  return result.ok ? [] : result.problems;
}

describe('parseRoutine', () => {
  it('fills in defaults and keeps every field', () => {
    const result = parseRoutine(routine([step('a')], { description: 'd', motionPlanner: 'ROS2', mainLoopStepID: 'a' }));
    expect(result.ok && result.value).toMatchObject({
      description: 'd',
      motionPlanner: 'ROS2',
      mainLoopStepID: 'a',
      isTemplate: false,
      stepConfigurations: {},
      space: [],
      environmentVariables: [],
      steps: [{ id: 'a', stepKind: 'Wait', isDisabled: false }],
    });
  });

  it.each([undefined, null, 7, 'x', [], {}])('reports problems for invalid input: %j', (input) => {
    expect(problemsFor(input).length).toBeGreaterThan(0);
  });

  it('requires at least one step', () => {
    expect(problemsFor(routine([]))).toContainEqual(
      expect.objectContaining({ message: 'A routine needs at least one step', fieldId: 'steps' }),
    );
  });

  it('reports a duplicate id with its place', () => {
    expect(problemsFor(routine([step('a', [step('b')]), step('b')]))).toEqual([
      { kind: 'invalidConfiguration', message: 'Duplicate step ID', fieldId: 'id', stepID: 'b', stepPath: '2' },
    ]);
  });

  it('reports all problems at once', () => {
    const problems = problemsFor(routine([{ id: '' }, { id: 'b', stepKind: 'Wait', steps: 'no' }], { name: ' ' }));
    expect(problems.map(({ stepPath, fieldId }) => [stepPath, fieldId])).toEqual([
      [undefined, 'name'],
      ['1', 'id'],
      ['1', 'stepKind'],
      ['2', 'steps'],
    ]);
  });

  it(`accepts ${maxStepDepth} levels and rejects one more`, () => {
    const deep = parseRoutine(routine(nested(maxStepDepth)));
    expect(deep.ok && [...walkSteps(deep.value.steps)].length).toBe(maxStepDepth);
    expect(problemsFor(routine(nested(maxStepDepth + 1)))[0]?.message).toContain(`at most ${maxStepDepth} levels`);
  });

  it('rejects more steps than a routine may have', () => {
    const many = Array.from({ length: maxStepCount + 1 }, (_, index) => step(`s${index}`));
    expect(problemsFor(routine(many))[0]?.message).toContain(`at most ${maxStepCount} steps`);
  });

  it('distinguishes ids from properties of objects', () => {
    expect(problemsFor(routine([step('constructor'), step('toString')]))).toEqual([]);
    expect(problemsFor(routine([step('__proto__')]))[0]?.message).toBe('This id is reserved');
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (steps, whole) => {
        parseRoutine(routine(steps));
        parseRoutine(whole);
      }),
    );
  });
});

describe('A step tree', () => {
  it('lists its steps in document order with 1-based paths', () => {
    const parsed = parseRoutine(routine([step('a', [step('b'), step('c', [step('d')])]), step('e')]));
    const entries = parsed.ok ? [...walkSteps(parsed.value.steps)] : [];
    expect(entries.map(({ path, depth, step: { id } }) => `${path} ${depth} ${id}`)).toEqual([
      '1 1 a',
      '1.1 2 b',
      '1.2 2 c',
      '1.2.1 3 d',
      '2 1 e',
    ]);
  });

  it('has a step count in words, including nested steps', () => {
    const one = parseRoutine(routine([step('a')]));
    const three = parseRoutine(routine([step('a', [step('b'), step('c')])]));
    expect(one.ok && describeStepCount(one.value.steps)).toBe('1 step');
    expect(three.ok && describeStepCount(three.value.steps)).toBe('3 steps');
  });
});
