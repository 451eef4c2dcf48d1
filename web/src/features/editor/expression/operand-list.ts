import { FormulaNames, leavesOf } from '@cellwright/domain/formula';
import { findPortByName } from '@cellwright/domain/robot';
import type { Completion, Expression } from '@cellwright/domain/routine';
import { signalOf } from '@cellwright/domain/run';
import { describeExpression } from '@cellwright/steps/framework';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { summaryNames } from '../../../parts/step-sentence.ts';
import { useEditor } from '../editor-context.ts';
import { useCompletions } from '../form/use-completions.ts';
import { listOperands, type Operand } from './operands.ts';

/** Values that the fields of one expression offer. */
export interface OperandList {
  readonly operands: readonly Operand[];
  readonly names: FormulaNames;
  /** Finds the current value and the type of an operand; undefined if unknown. */
  findFacts(expression: Expression): Completion | undefined;
}

export const OperandContext = createContext<OperandList | undefined>(undefined);

export function useOperandList(): OperandList {
  const list = useContext(OperandContext);
  if (!list) throw new Error('This component must be inside the editor of an expression');
  return list;
}

/** Returns the values that an expression can read. Values in it that the cell no longer has keep a name. */
export function useOperands(shown: Expression): OperandList {
  const { session, cell, spaceItems } = useEditor();
  const { routine } = session;
  const { language } = useTranslation().i18n;
  const completions = useCompletions();
  const shownText = JSON.stringify(shown);
  const known = useMemo(() => listOperands({ session: { routine }, cell }, language), [routine, cell, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal expression has the same names
  const operands = useMemo(() => {
    const keys = new Set(known.map(({ expression }) => JSON.stringify(expression)));
    const names = summaryNames({ routine, spaceItems, cell }, language);
    const others = [...leavesOf(shown)].flatMap((expression): Operand[] => {
      const isNamed = expression.kind === 'JavaScript' || expression.kind === 'Python';
      if (isNamed || keys.has(JSON.stringify(expression))) return [];
      return [{ name: describeExpression(expression, names), group: 'sensors', isListed: false, expression }];
    });
    return [...known, ...others];
  }, [known, shownText, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal expression has the same names
  const names = useMemo(() => new FormulaNames(operands, shown), [operands, shownText]);
  const facts = useMemo(() => new Map(completions.flatMap((item) => keyOfCompletion(item) ?? [])), [completions]);
  return useMemo(
    () => ({ operands, names, findFacts: (expression) => facts.get(JSON.stringify(expression)) }),
    [operands, names, facts],
  );
}

function keyOfCompletion(item: Completion): [string, Completion][] | undefined {
  const expression = expressionOf(item);
  return expression && [[JSON.stringify(expression), item]];
}

function expressionOf({ kind, id, name }: Completion): Expression | undefined {
  if (kind === 'variable') return { kind: 'variable', variableID: id };
  if (kind === 'stepVariable') return { kind: 'stateVariable', stepID: id, variable: name };
  const port = kind === 'port' ? findPortByName(id) : undefined;
  return port && signalOf(port);
}
