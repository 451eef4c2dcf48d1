import { type Expression, ioPortName, messages } from '@cellwright/domain';
import type { CheckEnvironment, ExpressionUse, FieldProblem, SummaryNames } from './contract.ts';
import { unsupportedLanguageMessage } from './evaluate.ts';

/** What every kind's expressions must satisfy: fully configured, and what they name exists. */
export function checkExpression(use: ExpressionUse, environment: CheckEnvironment): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { fieldId, expression } of walkExpression(use)) {
    const problem = checkOne(fieldId, expression, environment);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function checkOne(fieldId: string, expression: Expression, environment: CheckEnvironment): FieldProblem | undefined {
  switch (expression.kind) {
    case 'variable':
      if (environment.environmentVariables.has(expression.variableID)) return undefined;
      return invalid(fieldId, messages.variableNotValid(expression.variableID));
    case 'stateVariable':
      return checkStateVariable(fieldId, expression, environment);
    case 'JavaScript':
      if (expression.source.trim() === '') return invalid(fieldId, messages.expressionMustBeSet);
      return { kind: 'deprecatedConfigurationWarning', message: deprecatedSyntaxMessage, fieldId };
    case 'Python':
      return expression.source.trim() === '' ? invalid(fieldId, messages.expressionMustBeSet) : undefined;
    case 'conditional':
      return checkComparison(fieldId, expression, environment);
    default:
      return undefined;
  }
}

export const deprecatedSyntaxMessage =
  'JavaScript expressions are a deprecated syntax; use variables, sensors and conditions instead';

function checkStateVariable(
  fieldId: string,
  { stepID, variable }: Extract<Expression, { kind: 'stateVariable' }>,
  environment: CheckEnvironment,
): FieldProblem | undefined {
  if (environment.findStep(stepID) === undefined) {
    return invalid(fieldId, `There is no step ${stepID} in the routine; choose a step`);
  }
  if (environment.hasStepVariable(stepID, variable)) return undefined;
  return invalid(fieldId, messages.variableNotValid(variable));
}

/** A comparison of a step's variable with a constant that it can never be equal to. */
function checkComparison(
  fieldId: string,
  { operator, left, right }: Extract<Expression, { kind: 'conditional' }>,
  { refuseComparison }: CheckEnvironment,
): FieldProblem | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (one.kind !== 'stateVariable' || other.kind !== 'constant') continue;
    const message = refuseComparison(one.stepID, one.variable, other.value);
    if (message !== undefined) return invalid(fieldId, message);
  }
  return undefined;
}

/** Why this build cannot evaluate an expression, undefined when it can. */
export function refuseExpression({ expression }: ExpressionUse): string | undefined {
  for (const part of walkExpression({ fieldId: '', expression })) {
    const { kind } = part.expression;
    if (kind === 'JavaScript' || kind === 'Python') return unsupportedLanguageMessage(kind);
  }
  return undefined;
}

/** An expression and all parts of it, each with its field. */
export function* walkExpression(root: ExpressionUse): Generator<ExpressionUse> {
  const pending: ExpressionUse[] = [root];
  for (let use = pending.pop(); use !== undefined; use = pending.pop()) {
    yield use;
    const { fieldId, expression } = use;
    if (expression.kind !== 'conditional') continue;
    pending.push({ fieldId: `${fieldId}.right`, expression: expression.right });
    pending.push({ fieldId: `${fieldId}.left`, expression: expression.left });
  }
}

/** An expression as a person reads it. */
export function describeExpression(expression: Expression, names: SummaryNames): string {
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'variable':
      return names.variable(expression.variableID);
    case 'stateVariable':
      return `${expression.variable} of ${names.step(expression.stepID)}`;
    case 'sensor':
      return expression.sensor.name ?? ioPortName(expression.sensor.ioPort);
    case 'conditional':
      return `(${describeExpression(expression.left, names)} ${expression.operator} ${describeExpression(expression.right, names)})`;
    case 'JavaScript':
    case 'Python':
      return `a ${expression.kind} expression`;
  }
}

/** The expressions among fields that may be absent or a plain number, for a contract's `expressions`. */
export function expressionsIn(fields: Readonly<Record<string, Expression | number | undefined>>): ExpressionUse[] {
  return Object.entries(fields).flatMap(([fieldId, expression]) =>
    expression === undefined || typeof expression === 'number' ? [] : [{ fieldId, expression }],
  );
}

export function invalid(fieldId: string, message: string): FieldProblem {
  return { kind: 'invalidConfiguration', message, fieldId };
}
