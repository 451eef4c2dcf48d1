import type { VariableValue } from '@cellwright/domain/basics';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { constantText, readConstant } from './constant-text.ts';
import { fitsType, type OperandType } from './operands.ts';

interface Props {
  readonly label: string;
  readonly value: VariableValue;
  /** Type of what it is compared with. */
  readonly type: OperandType;
  onChange(value: VariableValue): void;
}

/** A fixed value, typed or chosen as its type asks. A value of another type stays and can be changed as text. */
export function ConstantField({ label, value, type, onChange }: Props) {
  const { t } = useTranslation('expression');
  if (fitsType(value, type)) {
    if (type.kind === 'level') {
      const data = (['high', 'low'] as const).map((level) => ({ value: level, label: t(`levels.${level}`) }));
      return <Choice label={label} data={data} value={String(value)} onChange={onChange} />;
    }
    if (type.kind === 'boolean') {
      const data = (['true', 'false'] as const).map((truth) => ({ value: truth, label: t(`truths.${truth}`) }));
      return (
        <Choice label={label} data={data} value={String(value)} onChange={(chosen) => onChange(chosen === 'true')} />
      );
    }
    if (type.kind === 'choice') {
      const data = type.choices.map((choice) => ({ value: choice, label: choice }));
      return <Choice label={label} data={data} value={String(value)} onChange={onChange} />;
    }
    if (type.kind === 'number' && typeof value === 'number') {
      return (
        <NumberInput
          size="md"
          hideControls
          aria-label={label}
          value={value}
          onChange={(next) => next !== '' && onChange(next)}
        />
      );
    }
  }
  const isText = type.kind === 'text';
  return (
    <TextInput
      size="md"
      aria-label={label}
      value={constantText(value)}
      onChange={({ currentTarget }) => onChange(isText ? currentTarget.value : readConstant(currentTarget.value))}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: { value: string; label: string }[];
  readonly value: string;
  onChange(value: string): void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="md"
      aria-label={label}
      data={data}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
