import { conditionOperatorSchema, type Expression } from '@cellwright/domain';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../../api/use-flags.ts';
import { Segments } from '../../../ui/Segments.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { ExpressionOperand } from './ExpressionOperand.tsx';
import {
  type ExpressionProps,
  firstCondition,
  nothing,
  sensorOf,
  stepVariableChoices,
  useVariableChoices,
} from './expression-parts.ts';

const kinds = ['constant', 'variable', 'stateVariable', 'sensor', 'conditional', 'JavaScript', 'Python'] as const;
type Kind = (typeof kinds)[number];

/** An expression, its kind chosen from a list, its parts in boxes inside its own. */
export function ExpressionEditor({ expression, onChange }: ExpressionProps) {
  const { t } = useTranslation();
  const [variable] = useVariableChoices();
  const [stepVariable] = stepVariableChoices(useEditor());
  const begin: Readonly<Record<Kind, Expression>> = {
    constant: nothing,
    variable: { kind: 'variable', variableID: variable?.value ?? 'none' },
    stateVariable: readStepVariable(stepVariable?.value),
    sensor: sensorOf({ kind: 'Input', port: 1 }),
    conditional: firstCondition,
    JavaScript: { kind: 'JavaScript', source: 'true' },
    Python: { kind: 'Python', source: 'True' },
  };
  const hasPython = useFlag('pythonExpressions') || expression.kind === 'Python';
  const chosen = kinds.find((kind) => kind === expression.kind);
  const join = (operator: 'AND' | 'OR') =>
    onChange({ kind: 'conditional', operator, left: expression, right: firstCondition });
  return (
    <div className={styles.expression}>
      <Segments
        label={t('editor.expressionKind')}
        choices={kinds
          .filter((value) => value !== 'Python' || hasPython)
          .map((value) => ({ value, label: t(`editor.expressions.${value}`) }))}
        value={chosen ?? ''}
        onChange={(kind) => kind !== '' && onChange(begin[kind])}
      />
      {expression.kind === 'conditional' ? (
        <Sides expression={expression} onChange={onChange} />
      ) : (
        <ExpressionOperand expression={expression} onChange={onChange} />
      )}
      {expression.kind === 'conditional' && (
        <div className={styles.teach}>
          {(['AND', 'OR'] as const).map((operator) => (
            <Button key={operator} size="md" variant="default" onClick={() => join(operator)}>
              {t(`editor.join.${operator}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Sides({
  expression,
  onChange,
}: {
  readonly expression: Extract<Expression, { kind: 'conditional' }>;
  onChange(expression: Expression): void;
}) {
  const { t } = useTranslation();
  const { operator, left, right } = expression;
  const isGroup = operator === 'AND' || operator === 'OR';
  return (
    <>
      <ExpressionEditor expression={left} onChange={(next) => onChange({ ...expression, left: next })} />
      <Segments
        label={t('editor.operator')}
        choices={conditionOperatorSchema.options.map((value) => ({ value, label: value }))}
        value={operator}
        onChange={(next) => onChange({ ...expression, operator: next })}
      />
      <ExpressionEditor expression={right} onChange={(next) => onChange({ ...expression, right: next })} />
      {isGroup && (
        <Button size="md" variant="subtle" onClick={() => onChange(left)}>
          {t('editor.removeCondition')}
        </Button>
      )}
    </>
  );
}

function readStepVariable(key: string | undefined): Expression {
  const [stepID = 'none', variable = 'none']: unknown[] = key === undefined ? [] : JSON.parse(key);
  return { kind: 'stateVariable', stepID: String(stepID), variable: String(variable) };
}
