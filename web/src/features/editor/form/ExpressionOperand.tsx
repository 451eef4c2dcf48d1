import { findPortByName, ioPortName, isSignalSensor } from '@cellwright/domain';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import {
  type Choice,
  type ExpressionProps,
  portChoices,
  readConstant,
  sensorOf,
  stepVariableChoices,
  stepVariableKey,
  useVariableChoices,
} from './expression-parts.ts';
import { ScriptField } from './ScriptField.tsx';

/** What an expression that is no comparison takes: a value, or a name from a list. */
export function ExpressionOperand({ expression, onChange }: ExpressionProps) {
  const { t } = useTranslation();
  const editor = useEditor();
  const variables = useVariableChoices();
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
        <Select
          label={t('editor.variable')}
          choices={variables}
          value={expression.variableID}
          onChange={(variableID) => onChange({ kind: 'variable', variableID })}
        />
      );
    case 'stateVariable':
      return (
        <Select
          label={t('editor.stepVariable')}
          choices={stepVariableChoices(editor)}
          value={stepVariableKey(expression.stepID, expression.variable)}
          onChange={(key) => {
            const [stepID, variable]: unknown[] = JSON.parse(key);
            onChange({ kind: 'stateVariable', stepID: String(stepID), variable: String(variable) });
          }}
        />
      );
    case 'sensor': {
      const { sensor } = expression;
      if (!isSignalSensor(sensor)) {
        return <span className={styles.hint}>{t('editor.keptExpression', { kind: sensor.kind })}</span>;
      }
      return (
        <Select
          label={t('editor.input')}
          choices={portChoices}
          value={sensor.ioPort === undefined ? '' : ioPortName(sensor.ioPort)}
          onChange={(name) => {
            const port = findPortByName(name);
            if (port) onChange(sensorOf(port));
          }}
        />
      );
    }
    case 'JavaScript':
    case 'Python': {
      const { kind } = expression;
      return (
        <ScriptField
          label={t(`editor.expressions.${kind}`)}
          description={t('editor.scriptHelp')}
          value={expression.source}
          onChange={(source) => onChange({ kind, source })}
        />
      );
    }
    default:
      return <span className={styles.hint}>{t('editor.keptExpression', { kind: expression.kind })}</span>;
  }
}

interface SelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  onChange(value: string): void;
}

/** A list whose first line asks to choose, shown while what is stored is not among the others. */
function Select({ label, choices, value, onChange }: SelectProps) {
  const { t } = useTranslation();
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      size="md"
      aria-label={label}
      data={[...(isKnown ? [] : [{ value, label: t('editor.choose') }]), ...choices]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
