import { keptSecret } from '@cellwright/equipment/contracts';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deviceText } from '../../i18n/contract-text.ts';
import { choiceText } from '../../i18n/device-parts.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { withUnit } from '../../ui/with-unit.ts';
import styles from './Box.module.css';
import {
  type ConfigDraft,
  type ConfigField,
  type FieldInput as Input,
  newEntry,
  problemsBelow,
} from './config-fields.ts';
import { ToolSelect } from './ToolSelect.tsx';

interface ConfigFieldsProps {
  readonly fields: readonly ConfigField[];
  readonly draft: ConfigDraft;
  /** What is wrong, by the path of its field below this draft. */
  readonly problems: Readonly<Record<string, string>>;
  onChange(draft: ConfigDraft): void;
}

/** The fields of a configuration, or of one entry of a list in it. */
export function ConfigFields({ fields, draft, problems, onChange }: ConfigFieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => {
        const { name, input, defaultValue } = field;
        const value = draft[name] ?? defaultValue;
        const change = (next: unknown) => onChange({ ...draft, [name]: next });
        if (input.kind !== 'list')
          return (
            <FieldInput
              key={name}
              field={field}
              input={input}
              value={value}
              problem={problems[name]}
              onChange={change}
            />
          );
        const list = { input, ...wordsOf(field), value: Array.isArray(value) ? value : [] };
        return <ConfigList key={name} {...list} problems={problemsBelow(problems, name)} onChange={change} />;
      })}
    </div>
  );
}

/** What a field says of itself, in the language of the page. */
function wordsOf({ label, help }: ConfigField) {
  return { label: deviceText(label), help: help === undefined ? undefined : deviceText(help) };
}

interface ConfigListProps {
  readonly input: Input & { kind: 'list' };
  readonly label: string;
  readonly help: string | undefined;
  readonly value: readonly unknown[];
  readonly problems: Readonly<Record<string, string>>;
  onChange(value: readonly ConfigDraft[]): void;
}

/** A list in a configuration, such as ports or registers: entries are added, changed in place and taken away. */
function ConfigList({ input, label, help, value, problems, onChange }: ConfigListProps) {
  const { t } = useTranslation();
  const entries = value.map((entry): ConfigDraft => (isDraft(entry) ? entry : {}));
  const isFull = input.maximum !== undefined && entries.length >= input.maximum;
  return (
    <fieldset className={styles.entries}>
      <legend>{label}</legend>
      {help !== undefined && <p className={styles.muted}>{help}</p>}
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry of a list is what it is by its place
        <fieldset key={index} className={styles.entry} aria-label={t('box.entry', { label, place: index + 1 })}>
          <ConfigFields
            fields={input.fields}
            draft={entry}
            problems={problemsBelow(problems, String(index))}
            onChange={(next) => onChange(entries.with(index, next))}
          />
          {problems[index] !== undefined && <p className={styles.problem}>{problems[index]}</p>}
          <Button size="md" variant="default" onClick={() => onChange(entries.toSpliced(index, 1))}>
            {t('box.removeEntry')}
          </Button>
        </fieldset>
      ))}
      {problems[''] !== undefined && <p className={styles.problem}>{problems['']}</p>}
      <Button
        size="md"
        variant="default"
        disabled={isFull}
        onClick={() => onChange([...entries, newEntry(input, entries.length + 1)])}
      >
        {t('box.addEntry', { label })}
      </Button>
    </fieldset>
  );
}

function isDraft(value: unknown): value is ConfigDraft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const wrapperOrder: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

interface FieldInputProps {
  readonly field: ConfigField;
  readonly input: Exclude<Input, { kind: 'list' }>;
  readonly value: unknown;
  readonly problem: string | undefined;
  onChange(value: unknown): void;
}

function FieldInput({ field, input, value, problem, onChange }: FieldInputProps) {
  const { t } = useTranslation();
  const { label, help } = wordsOf(field);
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
    case 'secret':
      return (
        <SecretInput
          {...shared}
          autoComplete="new-password"
          placeholder={value === keptSecret ? t('box.secretKept') : undefined}
          value={typeof value === 'string' && value !== keptSecret ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'tool':
      return <ToolSelect {...shared} value={typeof value === 'string' ? value : ''} onChange={onChange} />;
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          {...withUnit(field.unit)}
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
          data={input.choices.map((value) => ({
            value,
            label: t(`box.choices.${value}`, choiceText(field.label, value)),
          }))}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
