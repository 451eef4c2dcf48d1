import { contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withChanged } from '../../forms/field-props.ts';
import { formFields } from '../../forms/form-fields.ts';
import { FormLookContext, gridLook } from '../../forms/form-look.ts';
import { deviceText } from '../../i18n/contract-text.ts';
import { DeviceFields } from '../../kinds/DeviceFields.tsx';
import { type ConfigDraft, checkDraft } from '../../kinds/device-parts/device-config.ts';
import styles from './Box.module.css';
import { deviceForm, deviceWords } from './device-form.tsx';

interface ConfigFormProps {
  readonly kind: EquipmentKind;
  readonly initial: ConfigDraft;
  readonly submitLabel: string;
  readonly isWaiting: boolean;
  onSubmit(config: { readonly kind: string; readonly name: string }): void;
  onCancel?(): void;
}

/** The configuration of a device. */
export function ConfigForm({ kind, initial, submitLabel, isWaiting, onSubmit, onCancel }: ConfigFormProps) {
  const { t } = useTranslation();
  const fields = useMemo(() => formFields(contractOf(kind).config, deviceWords(t)), [kind, t]);
  const [draft, setDraft] = useState<ConfigDraft>(initial);
  const checked = checkDraft(kind, draft);
  const problems = checked.isValid
    ? []
    : Object.entries(checked.problems).map(([fieldId, message]) => ({ fieldId, message }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.isValid) onSubmit(checked.config);
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.muted}>{deviceText(contractOf(kind).description)}</p>
      <FormLookContext value={gridLook}>
        <DeviceFields
          kind={kind}
          fields={fields}
          values={draft}
          problems={problems}
          prefix=""
          form={deviceForm}
          onChange={(changed) => setDraft(withChanged(draft, changed))}
        />
      </FormLookContext>
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
