import type { Expression } from '@cellwright/domain/routine';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../../api/use-flags.ts';
import '../../../i18n/expression.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { ScriptField } from '../form/ScriptField.tsx';
import { dropFormulaDrafts, formulaDrafts, formulaKey, useFormulaPlace } from '../session/formula-drafts.ts';
import { ConditionRows } from './ConditionRows.tsx';
import { FormulaField } from './FormulaField.tsx';
import { firstCondition, firstConstant } from './first-condition.ts';
import { LiveValue } from './LiveValue.tsx';
import { OperandField } from './OperandField.tsx';
import { OperandContext, useOperands } from './operand-list.ts';
import { readSentence, type Sentence, writeSentence } from './sentence.ts';

interface Props {
  readonly label: string;
  readonly expression: Expression;
  /** True for an expression that gives true or false. */
  readonly isCondition: boolean;
  onChange(expression: Expression): void;
}

/** An expression as lines or as a value, as a formula, or as a script. */
export function ExpressionEditor({ label, expression, isCondition, onChange }: Props) {
  const { t } = useTranslation('expression');
  const operands = useOperands(expression);
  const place = useFormulaPlace();
  const formulaLabel = `${label}: ${t('formula')}`;
  const [isFormula, setFormula] = useState(() => formulaDrafts.get(formulaKey(place, formulaLabel)) !== undefined);
  const isScript = expression.kind === 'JavaScript' || expression.kind === 'Python';
  return (
    <OperandContext value={operands}>
      <div className={styles.expression}>
        {isScript ? (
          <Script expression={expression} onChange={onChange} />
        ) : isCondition && isFormula ? (
          <FormulaField label={formulaLabel} expression={expression} onChange={onChange} />
        ) : isCondition ? (
          <Lines expression={expression} onChange={onChange} />
        ) : (
          <OperandField {...{ label, expression, onChange }} type={{ kind: 'any' }} showsValue={false} />
        )}
        <LiveValue expression={expression} />
        <div className={styles.teach}>
          {isCondition && !isScript && (
            <Button size="md" variant="subtle" onClick={() => setFormula(!isFormula)}>
              {t(isFormula ? 'asList' : 'asFormula')}
            </Button>
          )}
          <ScriptButtons expression={expression} isCondition={isCondition} onChange={onChange} />
        </div>
      </div>
    </OperandContext>
  );
}

type PartProps = Pick<Props, 'expression' | 'onChange'>;

/** Keeps the lines while they are edited: two lines may mean the same as one. */
function Lines({ expression, onChange }: PartProps) {
  const [kept, setKept] = useState<Sentence>();
  const isCurrent = kept && JSON.stringify(writeSentence(kept)) === JSON.stringify(expression);
  return (
    <ConditionRows
      sentence={isCurrent ? kept : readSentence(expression)}
      onChange={(sentence) => {
        setKept(sentence);
        const next = writeSentence(sentence);
        if (next) onChange(next);
      }}
    />
  );
}

function Script({ expression, onChange }: PartProps) {
  const { t } = useTranslation();
  if (expression.kind !== 'JavaScript' && expression.kind !== 'Python') return null;
  const { kind, source } = expression;
  return (
    <ScriptField
      label={kind}
      description={t('editor.scriptHelp')}
      value={source}
      onChange={(next) => onChange({ kind, source: next })}
    />
  );
}

/** The way to a script and back. Undo brings back what was there before. */
function ScriptButtons({ expression, isCondition, onChange }: Omit<Props, 'label'>) {
  const { t } = useTranslation('expression');
  const hasPython = useFlag('pythonExpressions');
  const { session } = useEditor();
  const place = useFormulaPlace();
  const replace = (next: Expression) => {
    dropFormulaDrafts(place);
    session.separate();
    onChange(next);
  };
  if (expression.kind === 'JavaScript' || expression.kind === 'Python') {
    return (
      <Button size="md" variant="subtle" onClick={() => replace(isCondition ? firstCondition : firstConstant)}>
        {t('noScript')}
      </Button>
    );
  }
  const languages = [
    { kind: 'JavaScript' as const, source: isCondition ? 'true' : '0' },
    ...(hasPython ? [{ kind: 'Python' as const, source: isCondition ? 'True' : '0' }] : []),
  ];
  return languages.map((script) => (
    <Button key={script.kind} size="md" variant="subtle" onClick={() => replace(script)}>
      {t('useScript', { language: script.kind })}
    </Button>
  ));
}
