import type { VariableValue } from '@cellwright/domain/basics';
import type { NamedValue } from '@cellwright/domain/formula';
import { allPorts, ioPortName } from '@cellwright/domain/robot';
import { type Expression, isSignalSensor, walkSteps } from '@cellwright/domain/routine';
import { signalOf } from '@cellwright/domain/run';
import { findStepContract } from '@cellwright/steps/contracts';
import { describeStepVariable, type Say, sayIn } from '@cellwright/steps/framework';
import { sentenceText } from '../../../i18n/contract-text.ts';
import { kindLabel } from '../../../parts/kind-label.ts';
import { argsOf } from '../../../parts/step-index.ts';
import type { Editor } from '../editor-context.ts';
import { networkSensorChoices, readNetworkSensor } from '../form/device-choices.ts';

export const operandGroups = ['variables', 'steps', 'signals', 'sensors'] as const;
export type OperandGroup = (typeof operandGroups)[number];

/** A value that conditions and formulas can read, by the name that people see. */
export interface Operand extends NamedValue {
  readonly group: OperandGroup;
  /** True if lists of values offer it; formulas know it anyway. */
  readonly isListed: boolean;
}

type Sources = Pick<Editor, 'cell'> & { readonly session: Pick<Editor['session'], 'routine'> };

/** Variables of every step that moves the arm: many, and seldom read. */
const rarelyRead: ReadonlySet<string> = new Set(['Waypoint', 'MoveArmTo', 'Arc']);

/** Returns every value that an expression of the routine can read. */
export function listOperands({ session: { routine }, cell }: Sources, language: string): Operand[] {
  const say: Say = sayIn((template) => sentenceText(template, language));
  const variables = [...routine.environmentVariables, ...cell.globalVariables].map(
    ({ id, name }): Operand => ({
      name,
      group: 'variables',
      isListed: true,
      expression: { kind: 'variable', variableID: id },
    }),
  );
  const steps = [...walkSteps(routine.steps)].flatMap(({ step, path }) =>
    Object.keys(findStepContract(step.stepKind)?.variables ?? {}).map((variable): Operand => {
      const label = step.description || kindLabel(step.stepKind, language);
      return {
        name: `${path} ${label}: ${describeStepVariable(variable, say)}`,
        group: 'steps',
        isListed: !rarelyRead.has(step.stepKind),
        expression: { kind: 'stateVariable', stepID: step.id, variable },
      };
    }),
  );
  const signals = allPorts.map(
    (port): Operand => ({ name: ioPortName(port), group: 'signals', isListed: true, expression: signalOf(port) }),
  );
  const sensors = networkSensorChoices(cell.equipment).flatMap(({ value, label }): Operand[] => {
    const expression = readNetworkSensor(cell.equipment, value);
    return expression ? [{ name: label, group: 'sensors', isListed: true, expression }] : [];
  });
  return [...variables, ...steps, ...signals, ...sensors];
}

/** Type of a value, as far as it decides how a value to compare with is typed in. */
export type OperandType =
  | { readonly kind: 'level' | 'boolean' | 'number' | 'text' | 'any' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

const textOperations: ReadonlySet<string> = new Set([
  '&',
  'text',
  'upper',
  'lower',
  'trim',
  'left',
  'right',
  'mid',
  'replace',
]);
const truthOperations: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith', 'not']);

/** Returns the type of the value that an expression gives. */
export function typeOfExpression(expression: Expression, sources: Sources): OperandType {
  switch (expression.kind) {
    case 'constant':
      return typeOfValue(expression.value);
    case 'variable': {
      const { routine } = sources.session;
      const variables = [...routine.environmentVariables, ...sources.cell.globalVariables];
      return typeOfValue(variables.find(({ id }) => id === expression.variableID)?.initialValue);
    }
    case 'stateVariable':
      return typeOfStepVariable(expression.stepID, expression.variable, sources);
    case 'sensor':
      return { kind: isSignalSensor(expression.sensor) ? 'level' : 'any' };
    case 'conditional':
      return { kind: 'boolean' };
    case 'calculation': {
      const { operation } = expression;
      if (truthOperations.has(operation)) return { kind: 'boolean' };
      if (operation === 'if') return { kind: 'any' };
      return { kind: textOperations.has(operation) ? 'text' : 'number' };
    }
    default:
      return { kind: 'any' };
  }
}

function typeOfValue(value: VariableValue | undefined): OperandType {
  if (typeof value === 'number') return { kind: 'number' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  return { kind: value === undefined ? 'any' : 'text' };
}

function typeOfStepVariable(stepID: string, variable: string, { session: { routine } }: Sources): OperandType {
  const found = [...walkSteps(routine.steps)].find(({ step }) => step.id === stepID)?.step;
  if (!found) return { kind: 'any' };
  if (found.stepKind === 'WaitForConfirmation' && variable === 'choice') {
    const { choices }: { choices?: unknown } = argsOf(routine, stepID);
    const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
    return { kind: 'choice', choices: texts };
  }
  return typeOfValue(new Map(Object.entries(findStepContract(found.stepKind)?.variables ?? {})).get(variable));
}

/** Returns a value of a type, to begin with. */
export function firstValue(type: OperandType): VariableValue {
  if (type.kind === 'level') return 'high';
  if (type.kind === 'boolean') return true;
  if (type.kind === 'choice') return type.choices[0] ?? '';
  return type.kind === 'text' ? '' : 0;
}

/** True if a field of the type can show the value. */
export function fitsType(value: VariableValue, type: OperandType): boolean {
  switch (type.kind) {
    case 'level':
      return value === 'high' || value === 'low';
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return type.choices.some((choice) => choice === value);
    case 'text':
      return typeof value === 'string';
    case 'any':
      return true;
  }
}

/** Returns a constant that fits the type of what it is compared with; every other expression stays. */
export function fitConstant(object: Expression, type: OperandType): Expression {
  if (object.kind !== 'constant' || fitsType(object.value, type)) return object;
  return { kind: 'constant', value: firstValue(type) };
}
