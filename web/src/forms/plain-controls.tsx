import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { Segments } from '../ui/Segments.tsx';
import styles from './Forms.module.css';
import { type FieldProps, problemAt } from './field-props.ts';
import { useFormLook, useWrapperOrder } from './form-look.ts';

export function BooleanField({ field, value, problems, fieldId, onChange }: FieldProps) {
  return (
    <Switch
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** One of several values: side by side where they are few, else a list. */
export function ChoiceField(props: FieldProps) {
  const { field, value, problems, fieldId, onChange } = props;
  const { maxSegments } = useFormLook();
  const inputWrapperOrder = useWrapperOrder();
  const chosen = typeof value === 'string' ? value : '';
  const problem = problemAt(problems, fieldId);
  // A list shows its first choice for a value that it does not have.
  const isKnown = field.choices.some((choice) => choice.value === chosen);
  if (field.choices.length > maxSegments) {
    return (
      <NativeSelect
        size="md"
        label={field.label}
        description={field.help}
        error={problem}
        {...(inputWrapperOrder && { inputWrapperOrder })}
        data={
          isKnown ? [...field.choices] : [{ value: chosen, label: chosen || '–', disabled: true }, ...field.choices]
        }
        value={chosen}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <div className={styles.field}>
      <span className={styles.label}>{field.label}</span>
      <Segments label={field.label} choices={field.choices} value={chosen} onChange={onChange} />
      {problem && <span className={styles.problem}>{problem}</span>}
    </div>
  );
}

export function TextField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { empty } = useFormLook();
  const inputWrapperOrder = useWrapperOrder();
  return (
    <TextInput
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || empty)}
    />
  );
}

/** Several texts, one per line. */
export function TextsField({ field, value, problems, fieldId, onChange }: FieldProps) {
  return (
    <Textarea
      size="md"
      autosize
      minRows={2}
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      value={Array.isArray(value) ? value.join('\n') : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value.split('\n'))
      }
    />
  );
}
