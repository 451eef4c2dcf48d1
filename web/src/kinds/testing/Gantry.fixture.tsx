import type { FieldListProps } from '../../forms/field-props.ts';
import type { DeviceUI } from '../device-ui.ts';

/** The UI of a device kind that the tests define. */
export const ui: DeviceUI = { Form: GantryForm };

function GantryForm({ values }: FieldListProps) {
  return <p>Rail of {String(values.name)}</p>;
}
