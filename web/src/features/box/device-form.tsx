import { keptSecret } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type EntryProps, type FieldProps, type FormSetup, problemAt } from '../../forms/field-props.ts';
import type { FieldWords, FormField } from '../../forms/form-fields.ts';
import { useWrapperOrder } from '../../forms/form-look.ts';
import { deviceFieldText, wordText } from '../../i18n/contract-text.ts';
import { portText } from '../../i18n/device-parts.ts';
import { choiceWords } from '../../i18n/en/choice-words.ts';
import { newEntry } from '../../kinds/device-parts/device-config.ts';
import { SecretInput } from '../../ui/SecretInput.tsx';
import styles from './Box.module.css';
import { SpaceField } from './SpaceField.tsx';
import { ToolField } from './ToolField.tsx';

/** The form of a device configuration. */
export const deviceForm: FormSetup = {
  controls: { tool: ToolField, spaceItem: SpaceField },
  Secret: SecretField,
  list: { Entry: ConfigEntry, AddLabel, newEntry },
};

/** Returns the texts of device contracts in the language of the page. */
export function deviceWords(t: TFunction, kind: string): FieldWords {
  return {
    text: (path, part, english) => deviceFieldText(kind, path, [part]) ?? english,
    choice: (path, choice) => t(`box.choices.${choice}`, choiceText(kind, path, choice)),
  };
}

function choiceText(kind: string, path: string, choice: string): string {
  const inField = deviceFieldText(kind, path, ['choices', choice]);
  if (inField !== undefined) return inField;
  const word = portText(wordText('choices', choice));
  const field = path.split('.').at(-1);
  return word === choice ? (choiceWords[`${field}.${choice}`] ?? choiceWords[choice] ?? choice) : word;
}

/** A secret: a stored one is kept until another is typed. */
function SecretField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const inputWrapperOrder = useWrapperOrder();
  return (
    <SecretInput
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      autoComplete="new-password"
      placeholder={value === keptSecret ? t('box.secretKept') : undefined}
      value={typeof value === 'string' && value !== keptSecret ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function AddLabel({ list }: { readonly list: FormField }) {
  const { t } = useTranslation();
  return t('box.addEntry', { label: list.label });
}

function ConfigEntry({ list, place, problem, children, onRemove }: EntryProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.entry} aria-label={t('box.entry', { label: list.label, place })}>
      {children}
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      <Button size="md" variant="default" onClick={onRemove}>
        {t('box.removeEntry')}
      </Button>
    </fieldset>
  );
}
