import { contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceText } from '../../i18n/contract-text.ts';
import styles from './Box.module.css';
import { ConfigFields } from './ConfigFields.tsx';
import { type ConfigDraft, checkDraft, listConfigFields } from './config-fields.ts';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.isValid) onSubmit(checked.config);
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.muted}>{deviceText(contractOf(kind).description)}</p>
      <ConfigFields
        fields={fields}
        draft={draft}
        problems={checked.isValid ? {} : checked.problems}
        onChange={setDraft}
      />
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
