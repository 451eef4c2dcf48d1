import { useLengthUnit } from '../../../api/use-me.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { withUnit } from '../../../ui/with-unit.ts';
import { type FieldProps, problemAt } from './field-props.ts';
import { fromShown, shownUnitOf, toShown } from './units.ts';

/** A number in the unit that people say. */
export function NumberField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const shown = shownUnitOf(field.unit, useLengthUnit());
  return (
    <NumberInput
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...withUnit(shown.unit)}
      decimalScale={shown.digits}
      value={typeof value === 'number' ? toShown(value, shown) : ''}
      onChange={(next) => onChange(typeof next === 'number' ? fromShown(next, shown) : undefined)}
    />
  );
}
