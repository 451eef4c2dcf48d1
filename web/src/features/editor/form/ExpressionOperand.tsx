import { findPortByName, ioPortName, isSignalSensor, type SensorInterface } from '@cellwright/domain';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { type Choice, choiceOfSensor, networkSensorChoices, readNetworkSensor } from './device-choices.ts';
import {
  constantText,
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
          value={constantText(expression.value)}
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
      const { equipment } = editor.cell;
      const onNetwork = networkSensorChoices(equipment);
      if (!isSignalSensor(sensor) && sensor.equipmentID === undefined && onNetwork.length === 0) {
        return <span className={styles.hint}>{t('editor.keptExpression', { kind: sensor.kind })}</span>;
      }
      return (
        <Select
          label={t('editor.input')}
          choices={[...onNetwork, ...portChoices]}
          value={valueOfSensor(equipment, sensor)}
          onChange={(value) => {
            const port = findPortByName(value);
            const chosen = port ? sensorOf(port) : readNetworkSensor(equipment, value);
            if (chosen) onChange(chosen);
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

function valueOfSensor(equipment: CellEnvironment['equipment'], sensor: SensorInterface): string {
  if (!isSignalSensor(sensor)) return choiceOfSensor(equipment, sensor);
  return sensor.ioPort === undefined ? '' : ioPortName(sensor.ioPort);
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
