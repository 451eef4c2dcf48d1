import type { Expression } from '@cellwright/domain/routine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operatorOf, type Row, readSentence, withOperator, withSubject, writeSentence } from './sentence.ts';

const count: Expression = { kind: 'variable', variableID: 'count' };
const one: Expression = { kind: 'constant', value: 1 };
const five: Expression = { kind: 'constant', value: 5 };
const compare = (operator: '>=' | '<=' | '==', right: Expression): Expression => ({
  kind: 'conditional',
  operator,
  left: count,
  right,
});
const join = (operator: 'AND' | 'OR', left: Expression, right: Expression): Expression => ({
  kind: 'conditional',
  operator,
  left,
  right,
});

describe('A condition as lines', () => {
  it('reads ≥ and ≤ of one value as between', () => {
    expect(readSentence(join('AND', compare('>=', one), compare('<=', five)))).toEqual({
      joiner: 'AND',
      rows: [{ kind: 'between', value: count, minimum: one, maximum: five }],
    });
  });

  it('has one line for each part, and a group where another word joins', () => {
    const alternatives = join('OR', compare('==', one), count);
    const { joiner, rows } = readSentence(join('AND', join('AND', compare('==', five), count), alternatives));
    expect(joiner).toBe('AND');
    expect(rows.map(({ kind }) => kind)).toEqual(['comparison', 'holds', 'group']);
  });

  it('writes every expression back as it was', () => {
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<Expression>(count, one, five, { kind: 'JavaScript', source: 'x' }),
        fc.record({
          kind: fc.constant('conditional' as const),
          operator: fc.constantFrom('>=', '<=', '==', 'AND', 'AND', 'OR'),
          left: tie('expression'),
          right: tie('expression'),
        }),
      ),
    }));
    fc.assert(
      fc.property(expression, (before) => {
        expect(writeSentence(readSentence(before))).toEqual(before);
      }),
    );
  });

  it('keeps its values when the operator changes', () => {
    const row: Row = { kind: 'comparison', left: count, operator: '==', right: five };
    const between = withOperator(row, 'between', one);
    expect(between).toEqual({ kind: 'between', value: count, minimum: five, maximum: five });
    expect(withOperator(between, '>', one)).toMatchObject({ left: count, operator: '>', right: five });
    const holds = withOperator(row, 'holds', one);
    expect(operatorOf(holds)).toBe('holds');
    expect(withOperator(holds, '!=', one)).toMatchObject({ left: count, right: one });
  });

  it('adapts the compared value when the value changes', () => {
    const row: Row = { kind: 'comparison', left: count, operator: '==', right: five };
    expect(withSubject(row, one, () => count)).toEqual({ kind: 'comparison', left: one, operator: '==', right: count });
  });
});
