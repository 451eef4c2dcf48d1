import { expect, it } from 'vitest';
import { readExpression, showExpression } from './expression-text.ts';

const variables = {
  variable_1: { name: 'count', value: 3, isGlobal: false },
  variable_2: { name: 'count', value: 9, isGlobal: true },
  variable_3: { name: 'shift', value: 'early', isGlobal: true },
};

it('A variable appears by its name, the one of the routine before that of the cell', () => {
  expect(readExpression(' count ', variables)).toEqual({ kind: 'variable', variableID: 'variable_1' });
  expect(readExpression('variable_2', variables)).toEqual({ kind: 'variable', variableID: 'variable_2' });
});

it('Any other text is JavaScript, in which variables appear by their names', () => {
  const text = `count > 3 && shift !== 'shift of count' && variables.count < steps['Pick'].count`;
  const source = `variables["count"] > 3 && variables["shift"] !== 'shift of count' && variables.count < steps['Pick'].count`;
  const expression = readExpression(text, variables);
  expect(expression).toEqual({ kind: 'JavaScript', source });
  expect(showExpression(expression, variables)).toBe(text);
});

it('A formula is a complete expression, without a script', () => {
  const text = 'count * 2 > 6 and [Input 1] = "high"';
  const expression = readExpression(text, variables);
  expect(expression).toMatchObject({
    kind: 'conditional',
    left: { left: { kind: 'calculation', operands: [{ kind: 'variable', variableID: 'variable_1' }, { value: 2 }] } },
  });
  expect(showExpression(expression, variables)).toBe(text);
  expect(showExpression({ kind: 'constant', value: 1 }, variables)).toBe('1');
  expect(showExpression({ kind: 'variable', variableID: 'gone' }, variables)).toBe('gone');
});
