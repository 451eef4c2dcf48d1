import type { LengthUnit } from '../../../ui/length.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { withUnit } from '../../../ui/with-unit.ts';

interface Props {
  readonly label: string;
  /** Millimetres, as pallets are stored. */
  readonly value: number;
  readonly length: LengthUnit;
  readonly isDisabled: boolean;
  /** Minimum, mm; by default lengths are positive. */
  readonly min?: number;
  onChange(value: number): void;
}

/** Length of a pallet, in the unit of the user. */
export function LengthField({ label, value, length, isDisabled, min = 0, onChange }: Props) {
  const { unit, factor, digits } = length;
  const perMillimetre = factor / 1000;
  return (
    <NumberInput
      size="md"
      label={label}
      {...withUnit(unit)}
      min={min * perMillimetre}
      step={unit === 'in' ? 0.5 : 10 * perMillimetre}
      decimalScale={digits}
      disabled={isDisabled}
      value={Number((value * perMillimetre).toFixed(digits))}
      onChange={(typed) => typeof typed === 'number' && onChange(typed / perMillimetre)}
    />
  );
}
