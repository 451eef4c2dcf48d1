import type { FieldControl, FieldShape } from '@cellwright/fields';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, Fragment } from 'react';
import { iconSizes } from '../ui/theme/theme.ts';
import { FieldWarnings } from './FieldWarnings.tsx';
import styles from './Forms.module.css';
import {
  type FieldListProps,
  type FieldProps,
  type FormSetup,
  problemAt,
  type Values,
  withChanged,
} from './field-props.ts';
import { useFormLook } from './form-look.ts';
import { NumberField } from './NumberField.tsx';
import { BooleanField, ChoiceField, TextField, TextsField } from './plain-controls.tsx';

/** Controls that show the warnings at their parts themselves. */
const showOwnWarnings: ReadonlySet<FieldControl | undefined> = new Set([
  'expression',
  'condition',
  'numberOrExpression',
]);

/** Shows the fields of a schema, each with its control. */
export function FieldList<Along = never>(props: FieldListProps<Along>) {
  const { fields, values, problems, prefix, form, onChange } = props;
  const { layout } = useFormLook();
  const compound = form.compound?.isIn(fields) ? form.compound : undefined;
  const list = (
    <>
      {compound && <compound.Control {...props} />}
      {fields
        .filter(({ name }) => !compound?.has(name))
        .map((field) => (
          <Fragment key={field.name}>
            <Control
              field={field}
              value={values[field.name] ?? field.defaultValue}
              beside={values}
              problems={problems}
              fieldId={`${prefix}${field.name}`}
              form={form}
              onChange={(value, alongside) => onChange({ [field.name]: value }, alongside)}
            />
            {!showOwnWarnings.has(field.control) && (
              <FieldWarnings problems={problems} fieldId={`${prefix}${field.name}`} />
            )}
          </Fragment>
        ))}
    </>
  );
  return layout === 'grid' ? <div className={styles.grid}>{list}</div> : list;
}

/** Props of a control with fields inside. */
interface OuterFieldProps<Along> extends FieldProps {
  readonly form: FormSetup<Along>;
  onChange(value: unknown, alongside?: Along): void;
}

const plainControls: Readonly<Partial<Record<FieldShape, ComponentType<FieldProps>>>> = {
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  text: TextField,
  texts: TextsField,
};

/** The control that the field names, else the one of its type. */
function Control<Along>({ form, ...props }: OuterFieldProps<Along>) {
  const { control, isSecret, shape } = props.field;
  const Named = (control && form.controls[control]) ?? (isSecret ? form.Secret : undefined) ?? plainControls[shape];
  if (Named) return <Named {...props} />;
  if (shape === 'group') return <GroupField form={form} {...props} />;
  if (shape === 'list') return <ListField form={form} {...props} />;
  return null;
}

function GroupField<Along>({ field, value, beside, problems, fieldId, form, onChange }: OuterFieldProps<Along>) {
  // The default of a compound is not shown: it means that nothing is chosen yet.
  const values: Values = { ...Object(form.compound?.isIn(field.fields) ? beside[field.name] : value) };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      {field.help !== undefined && <p className={styles.help}>{field.help}</p>}
      <FieldList
        fields={field.fields}
        values={values}
        problems={problems}
        prefix={`${fieldId}.`}
        form={form}
        onChange={(changed, alongside) => onChange(withChanged(values, changed), alongside)}
      />
    </fieldset>
  );
}

function ListField<Along>({ field, value, problems, fieldId, form, onChange }: OuterFieldProps<Along>) {
  const entries: readonly Values[] = Array.isArray(value) ? value.map((entry) => ({ ...Object(entry) })) : [];
  const { Entry, AddLabel, newEntry } = form.list;
  const problem = problemAt(problems, fieldId);
  const isFull = field.maxEntries !== undefined && entries.length >= field.maxEntries;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      {field.help !== undefined && <p className={styles.help}>{field.help}</p>}
      {entries.map((entry, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: only their place distinguishes entries
          key={index}
          list={field}
          place={index + 1}
          problem={problemAt(problems, `${fieldId}.${index}`)}
          onRemove={() => onChange(entries.toSpliced(index, 1))}
        >
          <FieldList
            fields={field.fields}
            values={entry}
            problems={problems}
            prefix={`${fieldId}.${index}.`}
            form={form}
            onChange={(changed, alongside) => onChange(entries.with(index, withChanged(entry, changed)), alongside)}
          />
        </Entry>
      ))}
      {problem && <span className={styles.problem}>{problem}</span>}
      <Button
        size="md"
        variant="default"
        disabled={isFull}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onChange([...entries, newEntry(field, entries.length + 1)])}
      >
        <AddLabel list={field} />
      </Button>
    </fieldset>
  );
}
