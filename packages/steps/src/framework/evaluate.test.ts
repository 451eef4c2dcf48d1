import type { VariableValue } from '@cellwright/domain/basics';
import type { ConditionOperator, Expression } from '@cellwright/domain/routine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExpressionPort, evaluateCondition, evaluateNumber } from './evaluate.ts';

const port = createExpressionPort({
  getVariable: (id) => new Map<string, VariableValue>([['count', 3]]).get(id),
  getStepVariable: (stepID, name) => (stepID === 'loop' && name === 'completedCount' ? 7 : undefined),
  readPort: ({ kind }) => (kind === 'Input' ? 'high' : undefined),
});

function constant(value: VariableValue): Expression {
  return { kind: 'constant', value };
}

function conditional(
  left: VariableValue | Expression,
  operator: ConditionOperator,
  right: VariableValue | Expression,
): Expression {
  const side = (of: VariableValue | Expression) => (typeof of === 'object' ? of : constant(of));
  return { kind: 'conditional', operator, left: side(left), right: side(right) };
}

async function resultOf(expression: Expression): Promise<VariableValue | string> {
  const evaluation = await port.evaluate(expression);
  return evaluation.ok ? evaluation.value : evaluation.message;
}

describe('An expression', () => {
  it('can be a constant, a variable, a variable of a step or a signal', async () => {
    expect(await resultOf(constant('x'))).toBe('x');
    expect(await resultOf({ kind: 'variable', variableID: 'count' })).toBe(3);
    expect(await resultOf({ kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' })).toBe(7);
    expect(
      await resultOf({ kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 4 } } }),
    ).toBe('high');
  });

  it.each([
    [{ kind: 'variable', variableID: 'gone' }, 'Unknown variable id gone'],
    [{ kind: 'stateVariable', stepID: 's', variable: 'v' }, 'Step s has no variable v'],
    [
      { kind: 'sensor', sensor: { kind: 'flangeIO', ioPort: { kind: 'FlangeInput', port: 2 } } },
      'Flange Input 2 cannot be read',
    ],
  ] satisfies [Expression, string][])('reports a missing value: %j', async (expression, message) => {
    expect(await port.evaluate(expression)).toEqual({ ok: false, message });
  });

  it.each(['JavaScript', 'Python'] as const)(
    'in %s fails with an explanation when nothing evaluates the language',
    async (kind) => {
      expect(await port.evaluate({ kind, source: '1' })).toEqual({
        ok: false,
        message: `${kind} expressions cannot be evaluated here`,
      });
    },
  );

  it('in JavaScript receives only the values that it names', async () => {
    const handed: unknown[] = [];
    const scripted = createExpressionPort({
      getVariable: (id) => new Map<string, VariableValue>([['variable_1', 3]]).get(id),
      findVariableID: (name) => (name === 'count' ? 'variable_1' : undefined),
      getStepVariable: (stepID, name) => (stepID === 'step_1' ? name.length : undefined),
      findStepID: (name) => (name === 'Loop 1' ? 'step_1' : undefined),
      readPort: () => 'low',
      scripts: {
        async run({ values }) {
          handed.push(values);
          return { ok: true, value: true };
        },
      },
    });
    const source = "variables.count > steps['Loop 1'].round && io['Input 2'] === 'low'";
    expect(await scripted.evaluate({ kind: 'JavaScript', source })).toEqual({ ok: true, value: true });
    expect(handed).toEqual([{ variables: [['count', 3]], steps: [['Loop 1', 'round', 5]], io: [['Input 2', 'low']] }]);
    expect(await scripted.evaluate({ kind: 'JavaScript', source: 'variables.gone' })).toEqual({
      ok: false,
      message: 'Unknown variable id gone',
    });
  });
});

describe('A condition', () => {
  it.each([
    [conditional(2, '>', 1), true],
    [conditional('10', '>', '9'), true],
    [conditional(1, '<', 1), false],
    [conditional(2, '>=', 2), true],
    [conditional('10', '>=', 9), true],
    [conditional(3, '<=', 2), false],
    [conditional('5', '==', 5), true],
    [conditional('5.0', '==', 5), true],
    [conditional('blue', '==', 'blue'), true],
    [conditional('blue', '!=', 'Blue'), true],
    [conditional(true, '==', 'true'), true],
    [conditional('', '==', 0), false],
    [conditional(true, 'AND', 'high'), true],
    [conditional(false, 'OR', 'low'), false],
    [conditional(conditional(1, '<', 2), 'AND', conditional(2, '<', 3)), true],
  ])('evaluates %j to %s', async (expression, expected) => {
    expect(await evaluateCondition(port, expression)).toEqual({ ok: true, holds: expected });
  });

  it('evaluates its right side only if the left side does not decide', async () => {
    const gone: Expression = { kind: 'variable', variableID: 'gone' };
    expect(await resultOf(conditional(false, 'AND', gone))).toBe(false);
    expect(await resultOf(conditional(true, 'OR', gone))).toBe(true);
    expect(await resultOf(conditional(true, 'AND', gone))).toBe('Unknown variable id gone');
  });

  it.each([
    [conditional('a', '<', 1), '< compares numbers, not "a" and 1'],
    [conditional('maybe', 'AND', true), 'AND joins conditions; "maybe" is neither true nor false'],
    [constant('maybe'), 'A condition must give true or false, not "maybe"'],
  ])('rejects operands of the wrong type: %j', async (expression, message) => {
    expect(await evaluateCondition(port, expression)).toEqual({ ok: false, message });
  });

  it('always gives a result, whatever it compares', async () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant('high'));
    const operator = fc.constantFrom('>', '<', '>=', '<=', '==', '!=', 'AND', 'OR');
    await fc.assert(
      fc.asyncProperty(value, operator, value, async (left, by, right) => {
        const result = await evaluateCondition(port, conditional(left, by, right));
        expect(typeof (result.ok ? result.holds : result.message)).toMatch(/boolean|string/);
      }),
    );
  });
});

describe('A calculation', () => {
  const count: Expression = { kind: 'variable', variableID: 'count' };
  const gone: Expression = { kind: 'variable', variableID: 'gone' };

  it('computes with variables, without a script', async () => {
    expect(await resultOf({ kind: 'calculation', operation: '+', operands: [count, constant(1)] })).toBe(4);
    expect(await resultOf({ kind: 'calculation', operation: '&', operands: [constant('Part '), count] })).toBe(
      'Part 3',
    );
  });

  it('reports a value that is missing', async () => {
    expect(await resultOf({ kind: 'calculation', operation: '+', operands: [gone, count] })).toBe(
      'Unknown variable id gone',
    );
  });

  it('evaluates only the chosen value of if', async () => {
    const choose = (condition: VariableValue): Expression => ({
      kind: 'calculation',
      operation: 'if',
      operands: [constant(condition), count, gone],
    });
    expect(await resultOf(choose(true))).toBe(3);
    expect(await resultOf(choose(false))).toBe('Unknown variable id gone');
    expect(await resultOf(choose('maybe'))).toBe('if needs true or false, not "maybe"');
  });
});

describe('A number', () => {
  it('can be given or computed by an expression', async () => {
    expect(await evaluateNumber(port, 4)).toEqual({ ok: true, value: 4 });
    expect(await evaluateNumber(port, constant(' 4.5 '))).toEqual({ ok: true, value: 4.5 });
    expect(await evaluateNumber(port, constant('four'))).toEqual({ ok: false, message: '"four" is not a number' });
    expect(await evaluateNumber(port, constant(true))).toEqual({ ok: false, message: 'true is not a number' });
    expect(await evaluateNumber(port, constant('1e999'))).toEqual({ ok: false, message: '"1e999" is not a number' });
  });
});
