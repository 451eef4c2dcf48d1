import type { Expression } from '@cellwright/domain/routine';
import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { ScriptField } from '../form/ScriptField.tsx';
import { formulaDrafts, formulaKey, useFormulaPlace } from '../session/formula-drafts.ts';
import { ConstantField } from './ConstantField.tsx';
import { FormulaField } from './FormulaField.tsx';
import { useOperandList } from './operand-list.ts';
import { firstValue, type OperandType, operandGroups } from './operands.ts';

interface Props {
  readonly label: string;
  readonly expression: Expression;
  /** Type of a fixed value. */
  readonly type: OperandType;
  /** False if its current value is shown beside it. */
  readonly showsValue?: boolean;
  onChange(expression: Expression): void;
}

/** A value of a condition or a field: fixed, read from the cell, or computed by a formula. */
export function OperandField({ label, expression, type, showsValue = true, onChange }: Props) {
  const { t } = useTranslation(['expression', 'translation']);
  const { findFacts } = useOperandList();
  const formulaLabel = `${label}: ${t('formula')}`;
  const draftKey = formulaKey(useFormulaPlace(), formulaLabel);
  const [asksFormula, setAsksFormula] = useState(() => formulaDrafts.get(draftKey) !== undefined);
  const leaveFormula = () => {
    setAsksFormula(false);
    formulaDrafts.drop(draftKey);
  };
  const isComputed = expression.kind === 'calculation' || expression.kind === 'conditional';
  const isScript = expression.kind === 'JavaScript' || expression.kind === 'Python';
  const isFormula = !isScript && (isComputed || asksFormula);
  const now = findFacts(expression)?.value ?? null;
  return (
    <div className={styles.operand}>
      <SourceSelect
        label={label}
        expression={expression}
        isFormula={isFormula}
        onFormula={() => setAsksFormula(true)}
        onConstant={() => {
          leaveFormula();
          onChange({ kind: 'constant', value: firstValue(type) });
        }}
        onChoose={(chosen) => {
          leaveFormula();
          onChange(chosen);
        }}
      />
      {expression.kind === 'constant' && !isFormula && (
        <ConstantField
          label={`${label}: ${t('value')}`}
          value={expression.value}
          type={type}
          onChange={(value) => onChange({ kind: 'constant', value })}
        />
      )}
      {isFormula && <FormulaField label={formulaLabel} expression={expression} onChange={onChange} />}
      {isScript && (
        <ScriptField
          label={expression.kind}
          description={t('translation:editor.scriptHelp')}
          value={expression.source}
          onChange={(source) => onChange({ kind: expression.kind, source })}
        />
      )}
      {showsValue && now !== null && !isFormula && (
        <span className={styles.hint}>{t('translation:editor.valueNow', { value: String(now) })}</span>
      )}
    </div>
  );
}

interface SourceProps {
  readonly label: string;
  readonly expression: Expression;
  readonly isFormula: boolean;
  onFormula(): void;
  onConstant(): void;
  onChoose(expression: Expression): void;
}

/** Chooses where a value comes from. A stored value that the cell no longer has stays chosen. */
function SourceSelect({ label, expression, isFormula, onFormula, onConstant, onChoose }: SourceProps) {
  const { t } = useTranslation('expression');
  const options = useOptions();
  const { operands, names } = useOperandList();
  const key = JSON.stringify(expression);
  const isListed = operands.some((operand) => operand.isListed && JSON.stringify(operand.expression) === key);
  const isScript = expression.kind === 'JavaScript' || expression.kind === 'Python';
  const isOther = expression.kind !== 'constant' && !isFormula && !isListed;
  const value = isFormula ? 'formula' : expression.kind === 'constant' ? 'constant' : key;
  return (
    <NativeSelect
      size="md"
      aria-label={label}
      value={value}
      onChange={({ currentTarget: { value: chosen } }) => {
        if (chosen === 'constant') onConstant();
        else if (chosen === 'formula') onFormula();
        else {
          const found = operands.find((operand) => JSON.stringify(operand.expression) === chosen);
          if (found) onChoose(found.expression);
        }
      }}
    >
      <option value="constant">{t('fixed')}</option>
      <option value="formula">{t('formula')}</option>
      {isOther && <option value={key}>{isScript ? expression.kind : names.nameOf(expression)}</option>}
      {options}
    </NativeSelect>
  );
}

/** The options of every list are the same elements, so that the browser compares them once. */
function useOptions() {
  const { t } = useTranslation('expression');
  const { operands } = useOperandList();
  return useMemo(
    () =>
      operandGroups.map((group) => {
        const listed = operands.filter((operand) => operand.group === group && operand.isListed);
        if (listed.length === 0) return null;
        return (
          <optgroup key={group} label={t(`groups.${group}`)}>
            {listed.map(({ name, expression }) => {
              const key = JSON.stringify(expression);
              return (
                <option key={key} value={key}>
                  {name}
                </option>
              );
            })}
          </optgroup>
        );
      }),
    [operands, t],
  );
}
