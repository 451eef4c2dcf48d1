import { NumberInput } from '../ui/NumberInput.tsx';
import { withUnit } from '../ui/with-unit.ts';
import { type FieldProps, problemAt } from './field-props.ts';
import { useFormLook, useWrapperOrder } from './form-look.ts';
import { fromShown, toShown } from './units.ts';

/** A number with its unit. */
export function NumberField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { shownUnit, empty, hasStepButtons } = useFormLook();
  const inputWrapperOrder = useWrapperOrder();
  const shown = shownUnit(field.unit);
  return (
    <NumberInput
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      {...withUnit(shown.unit)}
      {...(shown.digits !== undefined && { decimalScale: shown.digits })}
      allowDecimal={!field.isWhole || shown.factor !== 1}
      hideControls={!hasStepButtons}
      value={typeof value === 'number' ? toShown(value, shown) : ''}
      onChange={(next) => onChange(typeof next === 'number' ? fromShown(next, shown) : empty)}
    />
  );
}
