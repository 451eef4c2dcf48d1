import { conditionSign, isInfix } from '@cellwright/domain/formula';
import { messages } from '@cellwright/domain/messages';
import { findPortByName, ioPortName } from '@cellwright/domain/robot';
import {
  type ConditionOperator,
  type Expression,
  isSignalSensor,
  type NetworkSensor,
  type SensorInterface,
} from '@cellwright/domain/routine';
import { findNamed } from '@cellwright/equipment/capabilities';
import { explainOperand } from './calculate.ts';
import type { CheckEnvironment, ExpressionUse, FieldProblem, SummaryNames } from './contract.ts';
import {
  chooseSignal,
  chosenSensorOf,
  explainNotNumber,
  explainNotTruth,
  pythonSwitchedOff,
  unreadableSensorMessage,
} from './evaluate.ts';
import type { UnnamedUse } from './script-names.ts';
import { readScript, type ScriptLanguage } from './scripts.ts';
import { stepMessages } from './step-messages.ts';
import { describeStepVariable } from './step-variable-words.ts';

/** Checks an expression of any kind: it must be complete, and everything it names must exist. */
export function checkExpression(use: ExpressionUse, environment: CheckEnvironment): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { fieldId, expression } of walkExpression(use)) {
    problems.push(...checkOne(fieldId, expression, environment));
  }
  return problems;
}

function checkOne(fieldId: string, expression: Expression, environment: CheckEnvironment): FieldProblem[] {
  switch (expression.kind) {
    case 'variable':
      if (environment.environmentVariables.has(expression.variableID)) return [];
      return [invalid(fieldId, messages.variableNotValid(expression.variableID))];
    case 'stateVariable':
      return asList(checkStateVariable(fieldId, expression, environment));
    case 'JavaScript':
      // A missing expression reports only that it is missing.
      return checkScript(fieldId, 'JavaScript', expression.source, environment).concat(
        expression.source.trim() === ''
          ? []
          : [{ kind: 'deprecatedConfigurationWarning', message: deprecatedSyntaxMessage, fieldId }],
      );
    case 'Python':
      return environment.isFlagOn('pythonExpressions')
        ? checkScript(fieldId, 'Python', expression.source, environment)
        : [invalid(fieldId, pythonSwitchedOff)];
    case 'conditional':
      return [...asList(checkComparison(fieldId, expression, environment)), ...asList(checkSides(fieldId, expression))];
    case 'calculation':
      return asList(checkOperands(fieldId, expression));
    case 'sensor':
      return asList(checkSensor(fieldId, expression.sensor, environment));
    case 'constant':
      return [];
  }
}

export const { deprecatedSyntax: deprecatedSyntaxMessage } = stepMessages;

/** Checks that a script is not empty and that its literal names exist. */
function checkScript(
  fieldId: string,
  language: ScriptLanguage,
  source: string,
  environment: CheckEnvironment,
): FieldProblem[] {
  if (source.trim() === '') return [invalid(fieldId, messages.expressionMustBeSet)];
  const { names, problem, unnamed } = readScript(language, source);
  const problems = problem === undefined ? [] : [invalid(fieldId, stepMessages.scriptUnreadable(language, problem))];
  if (unnamed) problems.push({ kind: 'configurationWarning', message: unnamedUseMessage(unnamed), fieldId });
  for (const name of names.variables) {
    const message = refuseVariableName(name, environment);
    if (message !== undefined) problems.push(invalid(fieldId, message));
  }
  for (const { step, variable } of names.steps) {
    const found = environment.findStepNamed(step);
    if (found === undefined) problems.push(invalid(fieldId, stepMessages.noSuchStep(step)));
    else if (!environment.hasStepVariable(found.id, variable)) {
      problems.push(invalid(fieldId, messages.variableNotValid(variable)));
    }
  }
  for (const name of names.io) {
    if (findPortByName(name) === undefined) problems.push(invalid(fieldId, stepMessages.noSuchPort(name)));
  }
  return problems;
}

/** A value is found by its name in the expression: other names do not exist when it is evaluated. */
function unnamedUseMessage({ root, line }: UnnamedUse): string {
  const example = { variables: 'variables.count', steps: "steps['Loop 1'].completedCount", io: "io['Input 1']" }[root];
  return stepMessages.unnamedUse(line, root, example);
}

/** Checks that a name refers to one variable: the routine's own, or the only one of the cell. */
function refuseVariableName(name: string, { environmentVariables }: CheckEnvironment): string | undefined {
  if (environmentVariables.has(name)) return undefined;
  const named = [...environmentVariables.values()].filter((variable) => variable.name === name);
  if (named.length === 0) return messages.variableNotValid(name);
  if (named.length === 1 || named.some(({ isGlobal }) => !isGlobal)) return undefined;
  return stepMessages.ambiguousVariable(named.length, name);
}

/** Checks that a signal is chosen and belongs to the interface. */
function checkSensor(
  fieldId: string,
  sensor: SensorInterface,
  { equipment }: CheckEnvironment,
): FieldProblem | undefined {
  if (!isSignalSensor(sensor)) return checkDeviceSensor(fieldId, sensor, equipment);
  if (sensor.ioPort === undefined) return invalid(fieldId, chooseSignal);
  const isFlange = sensor.ioPort.kind === 'FlangeInput' || sensor.ioPort.kind === 'FlangeOutput';
  if (isFlange === (sensor.kind === 'flangeIO')) return undefined;
  return invalid(fieldId, stepMessages.notAPortOf(ioPortName(sensor.ioPort), sensor.kind));
}

/**
 * Checks the sensor of a device. A sensor without a device is reported only when played: imported files have such
 * sensors.
 */
function checkDeviceSensor(
  fieldId: string,
  sensor: NetworkSensor,
  equipment: CheckEnvironment['equipment'],
): FieldProblem | undefined {
  const chosen = chosenSensorOf(sensor);
  if (!chosen || !equipment) return undefined;
  const { equipmentID, sensorID } = chosen;
  const device = equipment.find(({ id }) => id === equipmentID);
  if (!device) return { kind: 'EquipmentNotFound', message: messages.equipmentNotFound(equipmentID), fieldId };
  if (!device.descriptions || findNamed(device.descriptions.actions?.sensors ?? [], sensorID)) return undefined;
  return invalid(fieldId, stepMessages.noSuchSensor(device.name, sensorID));
}

/** Reports sides that can never be valid: a constant text where a number or a condition is needed. */
function checkSides(
  fieldId: string,
  { operator, left, right }: Extract<Expression, { kind: 'conditional' }>,
): FieldProblem | undefined {
  if (operator === '==' || operator === '!=') return undefined;
  const refuse = operator === 'AND' || operator === 'OR' ? explainNotTruth : explainNotNumber;
  for (const side of [left, right]) {
    const message = side.kind === 'constant' ? refuse(operator, side.value) : undefined;
    if (message !== undefined) return invalid(fieldId, message);
  }
  return undefined;
}

/** Reports a constant that an operation can never take. */
function checkOperands(
  fieldId: string,
  { operation, operands }: Extract<Expression, { kind: 'calculation' }>,
): FieldProblem | undefined {
  for (const [index, operand] of operands.entries()) {
    if (operand.kind !== 'constant') continue;
    const message = explainOperand(operation, index, operand.value);
    if (message !== undefined) return invalid(fieldId, message);
  }
  return undefined;
}

function asList(problem: FieldProblem | undefined): FieldProblem[] {
  return problem === undefined ? [] : [problem];
}

function checkStateVariable(
  fieldId: string,
  { stepID, variable }: Extract<Expression, { kind: 'stateVariable' }>,
  environment: CheckEnvironment,
): FieldProblem | undefined {
  if (environment.findStep(stepID) === undefined) {
    return invalid(fieldId, stepMessages.noSuchStep(stepID));
  }
  if (environment.hasStepVariable(stepID, variable)) return undefined;
  return invalid(fieldId, messages.variableNotValid(variable));
}

/** Reports a comparison of a step's variable with a constant that it can never equal. */
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

/** Returns why an expression cannot be evaluated; undefined if it can. */
export function refuseExpression({ expression }: ExpressionUse): string | undefined {
  for (const part of walkExpression({ fieldId: '', expression })) {
    if (part.expression.kind !== 'sensor') continue;
    const { sensor } = part.expression;
    if (!isSignalSensor(sensor) && !chosenSensorOf(sensor)) return unreadableSensorMessage(sensor);
  }
  return undefined;
}

/** Yields an expression and all its parts, each with its field. */
export function* walkExpression(root: ExpressionUse): Generator<ExpressionUse> {
  const pending: ExpressionUse[] = [root];
  for (let use = pending.pop(); use !== undefined; use = pending.pop()) {
    yield use;
    const { fieldId, expression } = use;
    if (expression.kind === 'calculation') {
      const parts = expression.operands.map((operand, index) => ({
        fieldId: `${fieldId}.operands.${index}`,
        expression: operand,
      }));
      pending.push(...parts.toReversed());
    }
    if (expression.kind !== 'conditional') continue;
    pending.push({ fieldId: `${fieldId}.right`, expression: expression.right });
    pending.push({ fieldId: `${fieldId}.left`, expression: expression.left });
  }
}

/** Describes an expression for the reader, without brackets around all of it. */
export function describeExpression(expression: Expression, names: SummaryNames): string {
  if (expression.kind === 'calculation') return describeCalculation(expression, names);
  return expression.kind === 'conditional' ? describeConditional(expression, names) : describePart(expression, names);
}

function describeCalculation(
  { operation, operands }: Extract<Expression, { kind: 'calculation' }>,
  names: SummaryNames,
): string {
  const [first = '', ...others] = operands.map((operand) =>
    isInfix(operation) ? describePart(operand, names) : describeExpression(operand, names),
  );
  if (!isInfix(operation)) return `${operation}(${[first, ...others].join(', ')})`;
  return others.length === 0 ? `${operation}${first}` : [first, ...others].join(` ${operation} `);
}

/** Describes an expression inside another one. */
function describePart(expression: Expression, names: SummaryNames): string {
  const { say } = names;
  switch (expression.kind) {
    case 'constant':
      if (typeof expression.value === 'number') return say`${expression.value}`;
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'variable':
      return names.variable(expression.variableID);
    case 'stateVariable':
      return say`${describeStepVariable(expression.variable, say)} of ${names.step(expression.stepID)}`;
    case 'sensor':
      return describeSensor(expression.sensor, names);
    case 'conditional':
      return `(${describeConditional(expression, names)})`;
    case 'calculation':
      return isInfix(expression.operation)
        ? `(${describeCalculation(expression, names)})`
        : describeCalculation(expression, names);
    case 'JavaScript':
    case 'Python':
      return say`a ${expression.kind} expression`;
  }
}

function describeConditional(
  { operator, left, right }: Extract<Expression, { kind: 'conditional' }>,
  names: SummaryNames,
): string {
  const describe = (side: Expression) =>
    needsBrackets(side, operator) ? describePart(side, names) : describeExpression(side, names);
  const first = describe(left);
  const second = describe(right);
  if (operator === 'AND') return names.say`${first} and ${second}`;
  if (operator === 'OR') return names.say`${first} or ${second}`;
  return `${first} ${conditionSign(operator)} ${second}`;
}

/** Comparisons stand beside a word without brackets, and parts that the same word joins. */
function needsBrackets(side: Expression, around: ConditionOperator): boolean {
  if (side.kind !== 'conditional') return false;
  const isWord = around === 'AND' || around === 'OR';
  return !isWord || ((side.operator === 'AND' || side.operator === 'OR') && side.operator !== around);
}

function describeSensor(sensor: SensorInterface, names: SummaryNames): string {
  if (sensor.name !== undefined && sensor.name !== '') return sensor.name;
  if (!isSignalSensor(sensor)) {
    const chosen = chosenSensorOf(sensor);
    const named = chosen && names.deviceSensor?.(chosen.equipmentID, chosen.sensorID);
    return named ?? names.say`a ${sensor.kind} sensor`;
  }
  return sensor.ioPort === undefined ? names.say`no signal` : ioPortName(sensor.ioPort);
}

/** Returns the expressions among fields that may be absent or plain numbers, for a contract's `expressions`. */
export function expressionsIn(fields: Readonly<Record<string, Expression | number | undefined>>): ExpressionUse[] {
  return Object.entries(fields).flatMap(([fieldId, expression]) =>
    expression === undefined || typeof expression === 'number' ? [] : [{ fieldId, expression }],
  );
}

export function invalid(fieldId: string, message: string): FieldProblem {
  return { kind: 'invalidConfiguration', message, fieldId };
}
