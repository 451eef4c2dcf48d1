import { allPorts, type Expression, type IOPortRef, ioPortName, walkSteps } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { type Editor, useEditor } from '../editor-context.ts';
import { sentenceOf } from '../tree/use-sentence.ts';
import type { Choice } from './device-choices.ts';

/** What every part of the editor of expressions gets. */
export interface ExpressionProps {
  readonly expression: Expression;
  onChange(expression: Expression): void;
}

export const nothing: Expression = { kind: 'constant', value: 0 };

/** A signal as a sensor: the flange's ports have an interface of their own. */
export function sensorOf(ioPort: IOPortRef): Expression {
  const isFlange = ioPort.kind === 'FlangeInput' || ioPort.kind === 'FlangeOutput';
  return { kind: 'sensor', sensor: { kind: isFlange ? 'flangeIO' : 'controlBoxIO', ioPort } };
}

export const firstCondition: Expression = {
  kind: 'conditional',
  operator: '==',
  left: sensorOf({ kind: 'Input', port: 1 }),
  right: { kind: 'constant', value: 'high' },
};

/** What a constant's text stands for: a number, true or false where it spells one, else itself. */
export function readConstant(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text.replace(',', '.'));
  // Only as the page shows it, or as programs write it: nothing that another language reads as another number.
  const isNumber = text.trim() !== '' && (String(number) === text || decimalText(number) === text);
  return isNumber ? number : text;
}

/** Text of a constant, as `readConstant` reads it. */
export function constantText(value: string | number | boolean): string {
  return typeof value === 'number' ? decimalText(value) : String(value);
}

/** Signals by their full names. */
export const portChoices: readonly Choice[] = allPorts.map((port) => ({
  value: ioPortName(port),
  label: ioPortName(port),
}));

/** The variables of steps, each as one choice: its value is the JSON of step and variable. */
export function stepVariableChoices(editor: Editor): Choice[] {
  return [...walkSteps(editor.session.routine.steps)].flatMap(({ step, path }) =>
    Object.keys(findStepContract(step.stepKind)?.variables ?? {}).map((variable) => ({
      value: stepVariableKey(step.id, variable),
      label: `${path} ${sentenceOf(editor, step)}: ${variable}`,
    })),
  );
}

export function stepVariableKey(stepID: string, variable: string): string {
  return JSON.stringify([stepID, variable]);
}

/** The variables that an expression may read, the routine's own first. */
export function useVariableChoices(): Choice[] {
  const { session, cell } = useEditor();
  const variables = [...session.routine.environmentVariables, ...cell.globalVariables];
  return variables.map(({ id, name }) => ({ value: id, label: name }));
}
