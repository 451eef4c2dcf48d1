import { type FormulaProblem, functionNames, readFormula, writeFormula, writeName } from '@cellwright/domain/formula';
import type { Expression } from '@cellwright/domain/routine';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { Facts } from '../form/ScriptField.tsx';
import { SuggestingText, type Suggestion } from '../form/SuggestingText.tsx';
import { useFormulaDraft } from '../session/formula-drafts.ts';
import { findFormulaFragment, findNames } from './complete-formula.ts';
import { useOperandList } from './operand-list.ts';

interface Props {
  readonly label: string;
  readonly expression: Expression;
  onChange(expression: Expression): void;
}

/** Formula as it was typed, and its expression. */
interface Draft {
  readonly text: string;
  readonly key: string;
}

/**
 * An expression as a formula. Errors are shown while typing; the expression changes when the text is valid, and a text
 * that is not counts as unsaved work.
 */
export function FormulaField({ label, expression, onChange }: Props) {
  const { t } = useTranslation('expression');
  const { names, findFacts } = useOperandList();
  const key = JSON.stringify(expression);
  const [draft, setDraft] = useState<Draft>();
  const [unfinished, keepUnfinished] = useFormulaDraft(label, key);
  // Another expression came from elsewhere, such as undo.
  const text = unfinished ?? (draft?.key === key ? draft.text : writeFormula(expression, names.nameOf));
  const read = readFormula(text, names.find);
  const change = (next: string) => {
    const found = readFormula(next, names.find);
    keepUnfinished(found.ok ? undefined : next);
    if (!found.ok) return;
    setDraft({ text: next, key: JSON.stringify(found.value) });
    if (JSON.stringify(found.value) !== key) onChange(found.value);
  };
  const suggest = (typed: string, caret: number): Suggestion[] => {
    const fragment = findFormulaFragment(typed, caret);
    const place = { start: fragment.start, end: fragment.end };
    const found = findNames(names.list, functionNames, fragment.text);
    return [
      ...found.values.map(({ name, expression: value }) => {
        const facts = findFacts(value);
        return { ...place, key: `value ${name}`, insert: writeName(name), hint: facts && <Facts of={facts} /> };
      }),
      ...found.functions.map((name) => ({
        ...place,
        key: `function ${name}`,
        insert: `${name}(`,
        hint: <span className={styles.hint}>{t('function')}</span>,
      })),
    ];
  };
  return (
    <SuggestingText
      label={label}
      description={t('formulaHelp')}
      error={read.ok ? undefined : t('notSaved', { problem: explainProblem(read.error, t) })}
      minRows={1}
      value={text}
      suggest={suggest}
      onChange={change}
    />
  );
}

function explainProblem({ code, what }: FormulaProblem, t: TFunction<'expression'>): string {
  if (code === 'missingValue' && what === '') return t('problems.missingValueAtEnd');
  return t(`problems.${code}`, { what: what.length > 40 ? `${what.slice(0, 40)}…` : what });
}
