import { FieldList } from '../../forms/FieldList.tsx';
import type { Values } from '../../forms/field-props.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: LocateForm };

const methods: ReadonlySet<string> = new Set(['blob', 'shape', 'textPrompt', 'customCheckpoint']);

/** Shows the settings of the chosen method. The values of the others are kept. */
function LocateForm(props: StepFormProps) {
  const { fields, values } = props;
  return <FieldList {...props} fields={fields.filter(({ name }) => isOfMethod(name, values))} />;
}

/** True if a field belongs to all methods, or to the chosen one. */
export function isOfMethod(name: string, { method = 'blob' }: Values): boolean {
  return !methods.has(name) || name === method;
}
