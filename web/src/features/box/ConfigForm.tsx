import { contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Box.module.css';
import { type ConfigDraft, type ConfigField, checkDraft, listConfigFields } from './config-fields.ts';

interface ConfigFormProps {
  readonly kind: EquipmentKind;
  readonly initial: ConfigDraft;
  readonly submitLabel: string;
  readonly isWaiting: boolean;
  onSubmit(config: { readonly kind: string; readonly name: string }): void;
  onCancel?(): void;
}

/** The configuration of a device, asked for as its contract says. */
export function ConfigForm({ kind, initial, submitLabel, isWaiting, onSubmit, onCancel }: ConfigFormProps) {
  const { t } = useTranslation();
  const fields = useMemo(() => listConfigFields(kind), [kind]);
  const [draft, setDraft] = useState<ConfigDraft>(initial);
  const checked = checkDraft(kind, draft);
  const problems = checked.isValid ? {} : checked.problems;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.isValid) onSubmit(checked.config);
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.muted}>{contractOf(kind).description}</p>
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={draft[field.name] ?? field.defaultValue}
            problem={problems[field.name]}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        {onCancel && (
          <Button size="md" variant="default" onClick={onCancel}>
            {t('box.cancel')}
          </Button>
        )}
        <Button size="md" type="submit" loading={isWaiting} disabled={!checked.isValid}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

const wrapperOrder: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

interface FieldInputProps {
  readonly field: ConfigField;
  readonly value: unknown;
  readonly problem: string | undefined;
  onChange(value: unknown): void;
}

function FieldInput({ field: { label, unit, help, input }, value, problem, onChange }: FieldInputProps) {
  // The help is below, so that the inputs of a row stand in line.
  const common = { size: 'md', label, description: help, error: problem } as const;
  const shared = { ...common, inputWrapperOrder: wrapperOrder };
  switch (input.kind) {
    case 'text':
      return (
        <TextInput
          {...shared}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          suffix={unit === undefined ? undefined : ` ${unit}`}
          allowDecimal={!input.isWhole}
          hideControls
          onChange={onChange}
        />
      );
    case 'switch':
      return (
        <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          data={[...input.choices]}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
