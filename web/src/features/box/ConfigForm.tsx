import { type AnyEquipmentKind, contractOf } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { withChanged } from '../../forms/field-props.ts';
import { formFields } from '../../forms/form-fields.ts';
import { FormLookContext, gridLookIn } from '../../forms/form-look.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { deviceText } from '../../i18n/contract-text.ts';
import { DeviceFields } from '../../kinds/DeviceFields.tsx';
import { type ConfigDraft, checkDraft } from '../../kinds/device-parts/device-config.ts';
import styles from './Box.module.css';
import { ConnectionTest } from './ConnectionTest.tsx';
import { deviceDrafts, isSameConfig } from './device-drafts.ts';
import { deviceForm, deviceWords } from './device-form.tsx';

interface ConfigFormProps {
  readonly kind: AnyEquipmentKind;
  /** Key of its draft in `deviceDrafts`; the code that saves the configuration drops it. */
  readonly draftKey: string;
  readonly initial: ConfigDraft;
  readonly submitLabel: string;
  readonly isWaiting: boolean;
  /** True if the connection can be tested before the configuration is stored. */
  readonly testsConnection?: boolean;
  onSubmit(config: { readonly kind: string; readonly name: string }): void;
  onCancel?(): void;
}

/** Form of a device's configuration. */
export function ConfigForm(props: ConfigFormProps) {
  const { kind, draftKey, initial, submitLabel, isWaiting, testsConnection = false, onSubmit, onCancel } = props;
  const { t } = useTranslation();
  const fields = useMemo(() => formFields(contractOf(kind).config, deviceWords(t, kind)), [kind, t]);
  const length = useLengthUnit();
  const look = useMemo(() => gridLookIn(length), [length]);
  const name = typeof initial.name === 'string' ? initial.name : deviceText(kind, 'label', contractOf(kind).label);
  const [draft, setDraft] = useDraft(deviceDrafts, draftKey, name);
  const values = draft?.values ?? initial;
  const isOvertaken = draft !== undefined && !isSameConfig(draft.base, initial);
  const checked = checkDraft(kind, values);
  const problems = checked.isValid
    ? []
    : Object.entries(checked.problems).map(([fieldId, message]) => ({ fieldId, message: translateMessage(message) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (checked.isValid) onSubmit(checked.config);
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.muted}>{deviceText(kind, 'description', contractOf(kind).description)}</p>
      <FormLookContext value={look}>
        <DeviceFields
          kind={kind}
          fields={fields}
          values={values}
          problems={problems}
          prefix=""
          form={deviceForm}
          onChange={(changed) => {
            const next = withChanged(values, changed);
            setDraft(isSameConfig(next, initial) ? undefined : { values: next, base: draft?.base ?? initial });
          }}
        />
      </FormLookContext>
      {isOvertaken && (
        <p className={styles.muted} role="alert">
          {t('box.overtaken')}
        </p>
      )}
      {testsConnection && <ConnectionTest kind={kind} config={checked.isValid ? checked.config : undefined} />}
      <div className={styles.buttons}>
        {(onCancel || draft) && (
          <Button
            size="md"
            variant="default"
            onClick={() => {
              setDraft(undefined);
              onCancel?.();
            }}
          >
            {t(onCancel ? 'box.cancel' : 'box.discard')}
          </Button>
        )}
        <Button size="md" type="submit" loading={isWaiting} disabled={!checked.isValid}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
