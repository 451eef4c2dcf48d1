import { conditionOperatorSchema, type Expression, expressionSchema, ioPortCounts } from '@cellwright/domain';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/Segments.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { type FieldProps, problemAt } from './field-props.ts';
import { NumberField } from './NumberField.tsx';

const nothing: Expression = { kind: 'constant', value: 0 };
const firstCondition: Expression = {
  kind: 'conditional',
  operator: '==',
  left: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
  right: { kind: 'constant', value: 'high' },
};

/** A number or an expression, or a condition that is switched on. */
export function ExpressionField(props: FieldProps) {
  const { field, value, problems, fieldId, onChange } = props;
  const { t } = useTranslation();
  const parsed = expressionSchema.safeParse(value);
  const expression = parsed.success ? parsed.data : undefined;
  const isNumber = field.control === 'numberOrExpression';
  if (isNumber && !expression) {
    return (
      <div className={styles.field}>
        <NumberField {...props} />
        <Switch size="md" label={t('editor.asExpression')} checked={false} onChange={() => onChange(nothing)} />
      </div>
    );
  }
  const first = field.control === 'condition' ? firstCondition : nothing;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <Switch
        size="md"
        label={t(isNumber ? 'editor.asExpression' : 'editor.isSet')}
        description={field.help}
        checked={expression !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? first : undefined)}
      />
      {expression && <ExpressionEditor expression={expression} onChange={onChange} />}
      {problems
        .filter((problem) => problem.fieldId === fieldId || problem.fieldId?.startsWith(`${fieldId}.`))
        .map(({ message }) => (
          <span key={message} className={styles.fieldProblem}>
            {message}
          </span>
        ))}
      {expression === undefined && value !== undefined && (
        <span className={styles.fieldProblem}>{problemAt(problems, fieldId)}</span>
      )}
    </fieldset>
  );
}

const kinds = ['constant', 'variable', 'sensor', 'conditional'] as const;
type Kind = (typeof kinds)[number];

interface EditorProps {
  readonly expression: Expression;
  onChange(expression: Expression): void;
}

function ExpressionEditor({ expression, onChange }: EditorProps) {
  const { t } = useTranslation();
  const { session, cell } = useEditor();
  const variables = [...session.routine.environmentVariables, ...cell.globalVariables];
  const begin: Record<Kind, () => Expression> = {
    constant: () => nothing,
    variable: () => ({ kind: 'variable', variableID: variables[0]?.id ?? 'none' }),
    sensor: () => ({ kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } }),
    conditional: () => firstCondition,
  };
  const chosen = kinds.find((kind) => kind === expression.kind);
  return (
    <div className={styles.expression}>
      <Segments
        label={t('editor.expressionKind')}
        size="sm"
        choices={kinds.map((value) => ({ value, label: t(`editor.expressions.${value}`) }))}
        value={chosen ?? 'constant'}
        onChange={(kind) => onChange(begin[kind]())}
      />
      <Operands expression={expression} onChange={onChange} variables={variables} />
    </div>
  );
}

function Operands(
  props: EditorProps & { readonly variables: readonly { readonly id: string; readonly name: string }[] },
) {
  const { expression, onChange, variables } = props;
  const { t } = useTranslation();
  switch (expression.kind) {
    case 'constant':
      return (
        <TextInput
          size="md"
          aria-label={t('editor.value')}
          value={String(expression.value)}
          onChange={(event) => onChange({ kind: 'constant', value: readConstant(event.currentTarget.value) })}
        />
      );
    case 'variable':
      return (
        <NativeSelect
          size="md"
          aria-label={t('editor.variable')}
          data={[
            { value: 'none', label: t('editor.choose') },
            ...variables.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={expression.variableID}
          onChange={(event) => onChange({ kind: 'variable', variableID: event.currentTarget.value })}
        />
      );
    case 'sensor':
      return (
        <NativeSelect
          size="md"
          aria-label={t('editor.input')}
          data={Array.from({ length: ioPortCounts.Input }, (_, index) => ({
            value: String(index + 1),
            label: t('editor.inputNumber', { port: index + 1 }),
          }))}
          value={String(expression.sensor.ioPort.port)}
          onChange={(event) => {
            const ioPort = { kind: 'Input' as const, port: Number(event.currentTarget.value) };
            onChange({ kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort } });
          }}
        />
      );
    case 'conditional':
      return (
        <>
          <ExpressionEditor expression={expression.left} onChange={(left) => onChange({ ...expression, left })} />
          <Segments
            label={t('editor.operator')}
            choices={conditionOperatorSchema.options.map((value) => ({ value, label: value }))}
            value={expression.operator}
            onChange={(operator) => onChange({ ...expression, operator })}
          />
          <ExpressionEditor expression={expression.right} onChange={(right) => onChange({ ...expression, right })} />
        </>
      );
    default:
      return <span className={styles.hint}>{t('editor.keptExpression', { kind: expression.kind })}</span>;
  }
}

function readConstant(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && String(Number(text)) === text ? Number(text) : text;
}
