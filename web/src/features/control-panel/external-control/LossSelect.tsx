import type { ConnectionLoss } from '@cellwright/domain/robot';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const losses = ['pause', 'stop', 'ignore'] as const;

interface LossSelectProps {
  readonly value: ConnectionLoss;
  onChange(value: ConnectionLoss): void;
}

/** Reaction to the loss of the owner. */
export function LossSelect({ value, onChange }: LossSelectProps) {
  const { t } = useTranslation('externalControl');
  return (
    <NativeSelect
      size="md"
      label={t('uponConnectionLoss')}
      value={value}
      data={losses.map((loss) => ({ value: loss, label: t(`loss.${loss}`) }))}
      onChange={({ currentTarget }) => onChange(losses.find((each) => each === currentTarget.value) ?? 'stop')}
    />
  );
}
