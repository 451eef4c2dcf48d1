import { FieldList } from '../../forms/FieldList.tsx';
import type { Values } from '../../forms/field-props.ts';
import type { FormField } from '../../forms/form-fields.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: ClassifyForm };

/** Offers the classes of the step as the classes of its pictures. */
function ClassifyForm(props: StepFormProps) {
  return <FieldList {...props} fields={withClassChoices(props.fields, props.values)} />;
}

/** Returns the fields with a choice of class for each picture. A step without classes keeps the field for a text. */
export function withClassChoices(fields: readonly FormField[], { classes }: Values): readonly FormField[] {
  const names = Array.isArray(classes) ? classes.filter((name) => typeof name === 'string' && name !== '') : [];
  if (names.length === 0) return fields;
  const choices = [...new Set(names)].map((name) => ({ value: name, label: name }));
  const withChoices = (field: FormField): FormField =>
    field.name === 'class' ? { ...field, shape: 'choice', choices } : field;
  return fields.map((field) =>
    field.name === 'pictures' ? { ...field, fields: field.fields.map(withChoices) } : field,
  );
}
