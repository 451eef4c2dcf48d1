import { isWeldFieldUsed } from '@cellwright/equipment/contracts';
import { FieldList } from '../../forms/FieldList.tsx';
import type { FieldListProps } from '../../forms/field-props.ts';
import type { DeviceUI } from '../device-ui.ts';

export const ui: DeviceUI = { Form: WelderForm };

/** Shows the fields of the chosen interface. The values of the others stay. */
function WelderForm({ fields, ...props }: FieldListProps) {
  const chosen = fields.find(({ name }) => name === 'interface');
  const weldInterface = String(props.values.interface ?? chosen?.defaultValue);
  return <FieldList {...props} fields={fields.filter(({ name }) => isWeldFieldUsed(name, weldInterface))} />;
}
