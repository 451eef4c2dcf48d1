import type { NumberRange } from '@cellwright/domain/equipment';
import { useTranslation } from 'react-i18next';
import { decimalText } from '../../ui/decimal-text.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { withUnit } from '../../ui/with-unit.ts';

interface AmountProps {
  readonly label: string;
  readonly unit: string;
  readonly range: NumberRange;
  readonly value: number | string;
  onChange(value: number | string): void;
}

/** An input for a quantity, with the limits of the contract. */
export function Amount({ label, unit, range, value, onChange }: AmountProps) {
  const { t } = useTranslation();
  const limits = t('box.range', { minimum: shown(range.minimum), maximum: shown(range.maximum), unit });
  return (
    <NumberInput
      size="md"
      label={label}
      description={limits}
      error={isWithin(value, range) ? undefined : limits}
      {...withUnit(unit)}
      hideControls
      value={value}
      onChange={onChange}
    />
  );
}

export function scale({ minimum, maximum }: NumberRange, by: number): NumberRange {
  return { minimum: trim(minimum * by), maximum: trim(maximum * by) };
}

export function isWithin(value: number | string, { minimum, maximum }: NumberRange): boolean {
  return typeof value === 'number' && value >= minimum && value <= maximum;
}

function shown(value: number): string {
  return decimalText(trim(value));
}

function trim(value: number): number {
  return Number(value.toFixed(3));
}
