import type { VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { IOLevel, IOPortRef } from '@cellwright/domain/robot';
import { findPortByName, ioPortName } from '@cellwright/domain/robot';
import type { ConditionOperator, Expression, NetworkSensor, SensorInterface } from '@cellwright/domain/routine';
import { isSignalSensor } from '@cellwright/domain/routine';
import { asNumber, asTruth, calculate } from './calculate.ts';
import type { Evaluation, ExpressionPort } from './ports.ts';
import { findScriptNames, type ScriptLanguage, type ScriptRunner, type ScriptValues } from './scripts.ts';
import { stepMessages } from './step-messages.ts';

/** A sensor of a device of the cell. */
export interface ChosenSensor {
  readonly equipmentID: string;
  /** Id or name of the sensor. */
  readonly sensorID: string;
}

/** Sources of the values in expressions. */
export interface ExpressionSources {
  getVariable(variableID: string): VariableValue | undefined;
  getStepVariable(stepID: string, name: string): VariableValue | undefined;
  readPort(port: IOPortRef): IOLevel | undefined;
  /** Reads the current level of a sensor of a device; without it such sensors cannot be read. Never rejects. */
  readSensor?(sensor: ChosenSensor): Promise<Evaluation>;
  /** Finds the variable with a name or id in a script: the routine's own before the cell's. */
  findVariableID?(name: string): string | undefined;
  /** Finds the step with an id in a script, or with a description that only one step has. */
  findStepID?(name: string): string | undefined;
  /** Evaluates JavaScript and Python; without it scripts are answered with a failure. */
  readonly scripts?: ScriptRunner | undefined;
}

/** Creates an expression port over sources of values. */
export function createExpressionPort(sources: ExpressionSources): ExpressionPort {
  return { evaluate: (expression) => evaluateExpression(expression, sources) };
}

/** Evaluates an expression now. The schema bounds the nesting, so recursion is safe. */
async function evaluateExpression(expression: Expression, sources: ExpressionSources): Promise<Evaluation> {
  switch (expression.kind) {
    case 'constant':
      return value(expression.value);
    case 'variable':
      return known(sources.getVariable(expression.variableID), messages.unknownVariableID(expression.variableID));
    case 'stateVariable': {
      const { stepID, variable } = expression;
      return known(sources.getStepVariable(stepID, variable), `Step ${stepID} has no variable ${variable}`);
    }
    case 'sensor': {
      const { sensor } = expression;
      if (!isSignalSensor(sensor)) return readNetworkSensor(sensor, sources);
      const { ioPort } = sensor;
      if (ioPort === undefined) return failure(chooseSignal);
      return known(sources.readPort(ioPort), `${ioPortName(ioPort)} cannot be read`);
    }
    case 'conditional':
      return evaluateConditional(expression, sources);
    case 'calculation':
      return evaluateCalculation(expression, sources);
    case 'JavaScript':
    case 'Python':
      return evaluateScript(expression.kind, expression.source, sources);
  }
}

async function readNetworkSensor(sensor: NetworkSensor, { readSensor }: ExpressionSources): Promise<Evaluation> {
  const chosen = chosenSensorOf(sensor);
  return chosen && readSensor ? readSensor(chosen) : failure(unreadableSensorMessage(sensor));
}

/** Returns the device's sensor that a network sensor refers to; undefined while none is chosen. */
export function chosenSensorOf({ equipmentID, sensorID }: NetworkSensor): ChosenSensor | undefined {
  return equipmentID === undefined || sensorID === undefined ? undefined : { equipmentID, sensorID };
}

/** Evaluates a script with only the values that it names. */
async function evaluateScript(
  language: ScriptLanguage,
  source: string,
  sources: ExpressionSources,
): Promise<Evaluation> {
  if (sources.scripts === undefined) return failure(`${language} expressions cannot be evaluated here`);
  const found = readScriptValues(language, source, sources);
  return found.ok ? sources.scripts.run({ language, source, values: found.values }) : found;
}

type FoundValues =
  | { readonly ok: true; readonly values: ScriptValues }
  | { readonly ok: false; readonly message: string };

function readScriptValues(language: ScriptLanguage, source: string, sources: ExpressionSources): FoundValues {
  const names = findScriptNames(language, source);
  const variables: [string, VariableValue][] = [];
  for (const name of names.variables) {
    const found = sources.getVariable(sources.findVariableID?.(name) ?? name);
    if (found === undefined) return failure(messages.unknownVariableID(name));
    variables.push([name, found]);
  }
  const steps: [string, string, VariableValue][] = [];
  for (const { step, variable } of names.steps) {
    const found = sources.getStepVariable(sources.findStepID?.(step) ?? step, variable);
    if (found === undefined) return failure(`Step ${step} has no variable ${variable}`);
    steps.push([step, variable, found]);
  }
  const io: [string, IOLevel][] = [];
  for (const name of names.io) {
    const port = findPortByName(name);
    const level = port && sources.readPort(port);
    if (level === undefined) return failure(`${name} cannot be read`);
    io.push([name, level]);
  }
  return { ok: true, values: { variables, steps, io } };
}

export const { chooseSignal, pythonSwitchedOff } = stepMessages;

export function unreadableSensorMessage({ kind, name }: SensorInterface): string {
  return name === undefined ? stepMessages.unreadableSensor(kind) : stepMessages.unreadableNamedSensor(name, kind);
}

export type ConditionResult =
  | { readonly ok: true; readonly holds: boolean }
  | { readonly ok: false; readonly message: string };

/** True if a condition holds now. Values that are neither true nor false are rejected. */
export async function evaluateCondition(port: ExpressionPort, condition: Expression): Promise<ConditionResult> {
  const evaluation = await port.evaluate(condition);
  if (!evaluation.ok) return evaluation;
  const holds = asTruth(evaluation.value);
  return holds === undefined
    ? failure(stepMessages.conditionNotTruth(JSON.stringify(evaluation.value)))
    : { ok: true, holds };
}

export type NumberResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** Evaluates a number or an expression for one; text of a finite number is accepted. */
export async function evaluateNumber(port: ExpressionPort, source: number | Expression): Promise<NumberResult> {
  if (typeof source === 'number') return { ok: true, value: source };
  const evaluation = await port.evaluate(source);
  if (!evaluation.ok) return evaluation;
  const number = asNumber(evaluation.value);
  return number === undefined
    ? failure(stepMessages.notANumber(JSON.stringify(evaluation.value)))
    : { ok: true, value: number };
}

async function evaluateConditional(
  { operator, left, right }: Extract<Expression, { kind: 'conditional' }>,
  sources: ExpressionSources,
): Promise<Evaluation> {
  const first = await evaluateExpression(left, sources);
  if (!first.ok) return first;
  if (operator === 'AND' || operator === 'OR') return combine(operator, first.value, right, sources);
  const second = await evaluateExpression(right, sources);
  return second.ok ? compare(operator, first.value, second.value) : second;
}

/** Evaluates the values of an operation, then itself; of `if` only the value that it gives. */
async function evaluateCalculation(
  { operation, operands }: Extract<Expression, { kind: 'calculation' }>,
  sources: ExpressionSources,
): Promise<Evaluation> {
  const [condition, then, otherwise] = operands;
  if (operation === 'if' && condition && then && otherwise) {
    const decided = await evaluateExpression(condition, sources);
    if (!decided.ok) return decided;
    const holds = asTruth(decided.value);
    if (holds === undefined) return failure(stepMessages.ifNeedsTruth(JSON.stringify(decided.value)));
    return evaluateExpression(holds ? then : otherwise, sources);
  }
  const values: VariableValue[] = [];
  for (const operand of operands) {
    const evaluation = await evaluateExpression(operand, sources);
    if (!evaluation.ok) return evaluation;
    values.push(evaluation.value);
  }
  return calculate(operation, values);
}

/** Evaluates AND and OR; the right side only if the left side does not decide. */
async function combine(
  operator: 'AND' | 'OR',
  left: VariableValue,
  right: Expression,
  sources: ExpressionSources,
): Promise<Evaluation> {
  const first = asTruth(left);
  if (first === undefined) return notTruth(operator, left);
  if (first === (operator === 'OR')) return value(first);
  const evaluation = await evaluateExpression(right, sources);
  if (!evaluation.ok) return evaluation;
  const second = asTruth(evaluation.value);
  return second === undefined ? notTruth(operator, evaluation.value) : value(second);
}

function compare(
  operator: Exclude<ConditionOperator, 'AND' | 'OR'>,
  left: VariableValue,
  right: VariableValue,
): Evaluation {
  const first = asNumber(left);
  const second = asNumber(right);
  const areNumbers = first !== undefined && second !== undefined;
  if (operator === '==' || operator === '!=') {
    const areEqual = areNumbers ? first === second : String(left) === String(right);
    return value(areEqual === (operator === '=='));
  }
  if (!areNumbers) {
    return failure(stepMessages.comparesNumbers(operator, `${JSON.stringify(left)} and ${JSON.stringify(right)}`));
  }
  return value(holdsBetween[operator](first, second));
}

const holdsBetween: Readonly<Record<'>' | '<' | '>=' | '<=', (left: number, right: number) => boolean>> = {
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '>=': (left, right) => left >= right,
  '<=': (left, right) => left <= right,
};

function known(found: VariableValue | undefined, message: string): Evaluation {
  return found === undefined ? failure(message) : value(found);
}

function notTruth(operator: string, input: VariableValue) {
  return failure(stepMessages.notTruth(operator, JSON.stringify(input)));
}

/** Returns why AND and OR can never accept a constant; undefined if they can. */
export function explainNotTruth(operator: string, input: VariableValue): string | undefined {
  return asTruth(input) === undefined ? notTruth(operator, input).message : undefined;
}

/** Returns why < and > can never accept a constant; undefined if they can. */
export function explainNotNumber(operator: string, input: VariableValue): string | undefined {
  return asNumber(input) === undefined ? stepMessages.comparesNumbers(operator, JSON.stringify(input)) : undefined;
}

function value(of: VariableValue): Evaluation {
  return { ok: true, value: of };
}

function failure(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
