import type { Expression } from '@cellwright/domain/routine';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { dropFormulaDrafts, useFormulaPlace } from '../session/formula-drafts.ts';
import { firstCondition } from './first-condition.ts';
import { OperandField } from './OperandField.tsx';
import { firstValue, fitConstant, typeOfExpression } from './operands.ts';
import {
  operatorOf,
  type Row,
  type RowOperator,
  readSentence,
  rowOperators,
  type Sentence,
  subjectOf,
  withOperator,
  withSubject,
} from './sentence.ts';

interface Props {
  readonly sentence: Sentence;
  /** Number of the group around it and a point, such as '2.'. */
  readonly prefix?: string;
  onChange(sentence: Sentence): void;
}

/** A condition as lines: a value, a comparison and what it is compared with. */
export function ConditionRows({ sentence, prefix = '', onChange }: Props) {
  const { t } = useTranslation('expression');
  const { joiner, rows } = sentence;
  const formulaPlace = useFormulaPlace();
  const remove = (index: number) => {
    // The lines below move up, and their unfinished formulas would be those of other lines.
    dropFormulaDrafts(formulaPlace);
    onChange({ joiner, rows: rows.toSpliced(index, 1) });
  };
  const add = (row: Row) => onChange({ joiner, rows: [...rows, row] });
  return (
    <fieldset className={styles.conditions} aria-label={prefix === '' ? t('conditions') : t('group')}>
      {rows.length > 1 && (
        <NativeSelect
          size="md"
          label={t('joiner')}
          data={(['AND', 'OR'] as const).map((value) => ({ value, label: t(`joiners.${value}`) }))}
          value={joiner}
          onChange={({ currentTarget: { value } }) => onChange({ joiner: value === 'OR' ? 'OR' : 'AND', rows })}
        />
      )}
      {rows.map((row, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          key={index}
          row={row}
          place={`${prefix}${index + 1}`}
          onChange={(next) => onChange({ joiner, rows: rows.with(index, next) })}
          onRemove={rows.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <AddButtons joiner={joiner} mayGroup={prefix === '' && rows.length > 1} onAdd={add} />
    </fieldset>
  );
}

interface AddButtonsProps {
  readonly joiner: Sentence['joiner'];
  readonly mayGroup: boolean;
  onAdd(row: Row): void;
}

function AddButtons({ joiner, mayGroup, onAdd }: AddButtonsProps) {
  const { t } = useTranslation('expression');
  return (
    <div className={styles.teach}>
      <Button
        size="md"
        variant="default"
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onAdd(firstRow())}
      >
        {t('addCondition')}
      </Button>
      {mayGroup && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() =>
            onAdd({
              kind: 'group',
              sentence: { joiner: joiner === 'AND' ? 'OR' : 'AND', rows: [firstRow(), firstRow()] },
            })
          }
        >
          {t('addGroup')}
        </Button>
      )}
    </div>
  );
}

function firstRow(): Row {
  return readSentence(firstCondition).rows[0] ?? { kind: 'holds', value: firstCondition };
}

interface RowProps {
  readonly row: Row;
  readonly place: string;
  onChange(row: Row): void;
  /** Absent for the only line. */
  readonly onRemove: (() => void) | undefined;
}

function ConditionRow({ row, place, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('expression');
  const isGroup = row.kind === 'group';
  return (
    <div className={styles.condition} data-group={isGroup}>
      {isGroup ? (
        <ConditionRows
          sentence={row.sentence}
          prefix={`${place}.`}
          onChange={(sentence) => onChange({ kind: 'group', sentence })}
        />
      ) : (
        <Line row={row} place={place} onChange={onChange} />
      )}
      {onRemove && (
        <ActionIcon
          size="md"
          variant="subtle"
          aria-label={t(isGroup ? 'removeGroup' : 'remove', { place })}
          onClick={onRemove}
        >
          <IconTrash size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface LineProps {
  readonly row: Exclude<Row, { kind: 'group' }>;
  readonly place: string;
  onChange(row: Row): void;
}

function Line({ row, place, onChange }: LineProps) {
  const { t } = useTranslation('expression');
  const editor = useEditor();
  const subject = subjectOf(row);
  const type = typeOfExpression(subject, editor);
  const object = (
    name: 'object' | 'minimum' | 'maximum',
    expression: Expression,
    change: (next: Expression) => void,
  ) => <OperandField label={t(name, { place })} expression={expression} type={type} onChange={change} />;
  return (
    <div className={styles.line}>
      <OperandField
        label={t('subject', { place })}
        expression={subject}
        type={{ kind: 'any' }}
        onChange={(next) => {
          const nextType = typeOfExpression(next, editor);
          onChange(withSubject(row, next, (each) => fitConstant(each, nextType)));
        }}
      />
      <NativeSelect
        size="md"
        aria-label={t('operator', { place })}
        data={rowOperators.map((value) => ({ value, label: t(`operators.${value}`) }))}
        value={operatorOf(row)}
        onChange={({ currentTarget: { value } }) =>
          onChange(withOperator(row, operatorNamed(value), { kind: 'constant', value: firstValue(type) }))
        }
      />
      {row.kind === 'comparison' && object('object', row.right, (right) => onChange({ ...row, right }))}
      {row.kind === 'between' && (
        <>
          {object('minimum', row.minimum, (minimum) => onChange({ ...row, minimum }))}
          <span className={styles.hint}>{t('between')}</span>
          {object('maximum', row.maximum, (maximum) => onChange({ ...row, maximum }))}
        </>
      )}
    </div>
  );
}

function operatorNamed(name: string): RowOperator {
  return rowOperators.find((operator) => operator === name) ?? '==';
}
