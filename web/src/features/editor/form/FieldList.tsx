import { ActionIcon, Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/Segments.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { ActionField } from './ActionField.tsx';
import { CodeBlockField } from './CodeBlockField.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { type ChangeFields, type FieldListProps, type FieldProps, problemAt, type Values } from './field-props.ts';
import { NumberField } from './NumberField.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { TargetField } from './TargetField.tsx';
import { TcpField } from './TcpField.tsx';
import { hasTarget, isOfTarget } from './target-fields.ts';

/** Fields as a contract describes them; those that say together where the arm goes are one. */
export function FieldList(props: FieldListProps) {
  const { fields, values, problems, prefix, onChange } = props;
  const leads = hasTarget(fields);
  return (
    <>
      {leads && <TargetField {...props} />}
      {fields
        .filter(({ name }) => !leads || !isOfTarget(name))
        .map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? field.defaultValue}
            beside={values}
            problems={problems}
            fieldId={`${prefix}${field.name}`}
            onChange={(value, alongside) => onChange({ [field.name]: value }, alongside)}
          />
        ))}
    </>
  );
}

/** What a field is told that has others inside. */
interface OuterFieldProps extends FieldProps {
  onChange(value: unknown, alongside?: Parameters<ChangeFields>[1]): void;
}

function Field(props: OuterFieldProps) {
  const { control, shape } = props.field;
  if (control === 'expression' || control === 'condition' || control === 'numberOrExpression') {
    return <ExpressionField {...props} />;
  }
  if (control === 'deviceAction') return <ActionField {...props} />;
  if (control === 'codeBlock') return <CodeBlockField {...props} />;
  if (control === 'tcp') return <TcpField {...props} />;
  if (control !== undefined) return <ReferenceField {...props} />;
  if (shape === 'number') return <NumberField {...props} />;
  if (shape === 'boolean') return <BooleanField {...props} />;
  if (shape === 'choice') return <ChoiceField {...props} />;
  if (shape === 'text') return <TextField {...props} />;
  if (shape === 'group') return <GroupField {...props} />;
  if (shape === 'texts') return <TextsField {...props} />;
  if (shape === 'list') return <ListField {...props} />;
  return null;
}

function BooleanField({ field, value, problems, fieldId, onChange }: FieldProps) {
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

function ChoiceField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const chosen = typeof value === 'string' ? value : '';
  const labelled = field.choices.map((choice) => ({ value: choice, label: t(`editor.choices.${choice}`, choice) }));
  const problem = problemAt(problems, fieldId);
  if (field.choices.length > 3) {
    return (
      <NativeSelect
        size="md"
        label={field.label}
        description={field.help}
        error={problem}
        data={labelled}
        value={chosen}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <div className={styles.field}>
      <span className={styles.label}>{field.label}</span>
      <Segments label={field.label} choices={labelled} value={chosen} onChange={onChange} />
      {problem && <span className={styles.fieldProblem}>{problem}</span>}
    </div>
  );
}

function TextField({ field, value, problems, fieldId, onChange }: FieldProps) {
  return (
    <TextInput
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** Several texts, one on each line. */
function TextsField({ field, value, problems, fieldId, onChange }: FieldProps) {
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

function GroupField({ field, value, beside, problems, fieldId, onChange }: OuterFieldProps) {
  // The default of a target is that nothing is chosen yet.
  const values: Values = { ...Object(hasTarget(field.fields) ? beside[field.name] : value) };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <FieldList
        fields={field.fields}
        values={values}
        problems={problems}
        prefix={`${fieldId}.`}
        onChange={(changed, alongside) => onChange(withChanged(values, changed), alongside)}
      />
    </fieldset>
  );
}

function ListField({ field, value, problems, fieldId, onChange }: OuterFieldProps) {
  const { t } = useTranslation();
  const entries: readonly Values[] = Array.isArray(value) ? value.map((entry) => ({ ...Object(entry) })) : [];
  // The first choice and the smallest number where there is one: an entry that means something.
  const firstEntry = () =>
    Object.fromEntries(field.fields.map(({ name, choices, minimum }) => [name, choices[0] ?? minimum]));
  const problem = problemAt(problems, fieldId);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing else that names them
        <div key={index} className={styles.entry}>
          <FieldList
            fields={field.fields}
            values={entry}
            problems={problems}
            prefix={`${fieldId}.${index}.`}
            onChange={(changed, alongside) => onChange(entries.with(index, withChanged(entry, changed)), alongside)}
          />
          <ActionIcon
            size="md"
            aria-label={t('editor.removeItem', { name: `${field.label} ${index + 1}` })}
            onClick={() => onChange(entries.toSpliced(index, 1))}
          >
            <IconTrash size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {problem && <span className={styles.fieldProblem}>{problem}</span>}
      <Button
        size="md"
        variant="default"
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onChange([...entries, firstEntry()])}
      >
        {t('editor.addEntry')}
      </Button>
    </fieldset>
  );
}

/** The values with others, without those that are taken away. */
export function withChanged(values: Values, changed: Values): Values {
  return Object.fromEntries(Object.entries({ ...values, ...changed }).filter(([, value]) => value !== undefined));
}
