import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expression, expressionSchema, maxExpressionDepth } from '../routine/expression.ts';
import { FormulaNames } from './formula-names.ts';
import { functionNames, maxOperands, operations } from './operations.ts';
import { readFormula } from './read-formula.ts';
import { writeFormula } from './write-formula.ts';

const count: Expression = { kind: 'variable', variableID: 'v1' };
const weight: Expression = { kind: 'variable', variableID: 'v2' };
const rounds: Expression = { kind: 'stateVariable', stepID: 's1', variable: 'completedCount' };
const input: Expression = {
  kind: 'sensor',
  sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } },
};
const known = [
  { name: 'count', expression: count },
  { name: 'Part weight', expression: weight },
  { name: 'Count parts: completed rounds', expression: rounds },
  { name: 'Input 1', expression: input },
];
const names = new FormulaNames(known);

function read(source: string): Expression {
  const found = readFormula(source, names.find);
  if (!found.ok) throw new Error(`${found.error.code} at ${found.error.at}`);
  return found.value;
}

function problemOf(source: string) {
  const found = readFormula(source, names.find);
  return found.ok ? undefined : found.error;
}

function constant(value: string | number | boolean): Expression {
  return { kind: 'constant', value };
}

describe('A formula', () => {
  it('reads count + 1 as a calculation', () => {
    expect(read('count + 1')).toEqual({ kind: 'calculation', operation: '+', operands: [count, constant(1)] });
  });

  it.each([
    ['1 + 2 * 3', '1 + 2 * 3'],
    ['(1 + 2) * 3', '(1 + 2) * 3'],
    ['((count))', 'count'],
    ['1 - (2 - 3)', '1 - (2 - 3)'],
    ['1 - 2 - 3', '1 - 2 - 3'],
    ['-count * 2', '-count * 2'],
    ['-(3)', '-(3)'],
    ['2 - -3', '2 - -3'],
    ['ROUND( [Part weight]*2 ; 1 )', 'round([Part weight] * 2, 1)'],
    ['[Input 1]=="high" && count<=5', '[Input 1] = "high" and count ≤ 5'],
    ['count <> 1 or count != 2 or \'it\'\'s\' = "say ""hi"""', 'count ≠ 1 or count ≠ 2 or "it\'s" = "say ""hi"""'],
    ['"Part " & count & "!"', '"Part " & count & "!"'],
    ['COUNT % 3', 'count % 3'],
    [
      'if(count > 2 and not([Input 1] = "high"), true, FALSE)',
      'if(count > 2 and not([Input 1] = "high"), true, false)',
    ],
    ['(count > 1) = (count > 2)', '(count > 1) = (count > 2)'],
    [
      'count > 1 and (count < 5 or [Count parts: completed rounds] ≥ 2)',
      'count > 1 and (count < 5 or [Count parts: completed rounds] ≥ 2)',
    ],
  ])('%s is written %s', (source, written) => {
    expect(writeFormula(read(source), names.nameOf)).toBe(written);
    expect(read(written)).toEqual(read(source));
  });

  it.each([
    ['', 'empty', 0],
    ['count +', 'missingValue', 7],
    ['count +* 1', 'missingValue', 7],
    ['count 1', 'unexpected', 6],
    ['1,5 * count', 'decimalComma', 1],
    ['(count + 1', 'unclosedBracket', 0],
    ['count + 1)', 'unexpected', 9],
    ['"high', 'unclosedText', 0],
    ['[Input 1 = 3', 'unclosedName', 0],
    ['cuont + 1', 'unknownName', 0],
    ['sin(count)', 'unknownFunction', 0],
    ['round()', 'wrongCount', 0],
    ['if(count, 1)', 'wrongCount', 0],
    ['count # 2', 'unknownCharacter', 6],
    ['1e999', 'number', 0],
    ['('.repeat(200), 'tooDeep', 2 * maxExpressionDepth],
    [`count${' - 1'.repeat(100)}`, 'tooDeep', 0],
  ])('%s is refused as %s', (source, code, at) => {
    expect(problemOf(source)).toMatchObject({ code, at });
  });

  it('keeps scripts and unknown values of an expression', () => {
    const script: Expression = { kind: 'JavaScript', source: 'variables.count ** 2' };
    const other: Expression = { kind: 'JavaScript', source: '1' };
    const gone: Expression = { kind: 'variable', variableID: 'gone' };
    const shown: Expression = { kind: 'calculation', operation: 'max', operands: [script, other, gone] };
    const all = new FormulaNames(known, shown);
    const text = writeFormula(shown, all.nameOf);
    expect(text).toBe('max(JavaScript, [JavaScript (2)], gone)');
    expect(readFormula(text, all.find)).toEqual({ ok: true, value: shown });
  });

  it('reads back every expression that it writes', () => {
    const leaf = fc.oneof(
      fc.constantFrom(count, weight, rounds, input),
      fc.constantFrom<Expression>({ kind: 'JavaScript', source: 'x' }, { kind: 'variable', variableID: 'g]one' }),
      fc
        .oneof(fc.string(), fc.boolean(), fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }))
        .map((value) => constant(typeof value === 'number' ? value || 0 : value)),
    );
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.record({
          kind: fc.constant('conditional' as const),
          operator: fc.constantFrom('>', '<', '>=', '<=', '==', '!=', 'AND', 'OR'),
          left: tie('expression'),
          right: tie('expression'),
        }),
        fc.constantFrom('+', '-', '*', '/', '%', '&', ...functionNames).chain((operation) => {
          const { minimum, maximum } = operations[operation];
          const operands = fc.array(tie('expression'), { minLength: minimum, maxLength: Math.min(maximum, 4) });
          return fc.record({ kind: fc.constant('calculation' as const), operation: fc.constant(operation), operands });
        }),
      ),
    }));
    fc.assert(
      fc.property(expression, (shown) => {
        const all = new FormulaNames(known, shown);
        expect(readFormula(writeFormula(shown, all.nameOf), all.find)).toEqual({ ok: true, value: shown });
      }),
    );
  });
});

describe('Names of a formula', () => {
  it('number values with equal names and find them case-insensitively', () => {
    const twice = new FormulaNames([
      { name: 'count', expression: count },
      { name: 'count', expression: weight },
    ]);
    expect(twice.list.map(({ name }) => name)).toEqual(['count', 'count (2)']);
    expect(twice.find('COUNT')).toEqual(count);
    expect(twice.nameOf(weight)).toBe('count (2)');
  });
});

describe('A calculation', () => {
  it('requires the number of values of its operation', () => {
    const calculation = (operation: string, length: number) =>
      expressionSchema.safeParse({ kind: 'calculation', operation, operands: Array.from({ length }, () => count) });
    expect(calculation('+', 2).success).toBe(true);
    expect(calculation('+', maxOperands + 1).success).toBe(false);
    expect(calculation('sin', 1).success).toBe(false);
    const issues = calculation('round', 3).error?.issues.map(({ message }) => message);
    expect(issues).toEqual(['round takes 1 to 2 values, not 3']);
  });

  it('nests to a limit and is rejected beyond it without exhausting the stack', () => {
    let nested: unknown = count;
    for (let depth = 0; depth < 100_000; depth += 1)
      nested = { kind: 'calculation', operation: 'abs', operands: [nested] };
    expect(expressionSchema.safeParse(nested).success).toBe(false);
  });
});
