import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldList } from '../forms/FieldList.tsx';
import type { FieldListProps } from '../forms/field-props.ts';
import { arrangeFields } from './device-parts/arrange-fields.ts';
import styles from './device-parts/DeviceParts.module.css';
import { type DeviceUI, deviceFiles } from './device-ui.ts';
import type { KindFiles } from './kind-files.ts';

interface DeviceFieldsProps extends FieldListProps {
  readonly kind: string;
  readonly files?: KindFiles<DeviceUI>;
}

/** Shows the configuration of a device with the form of its kind, or with the form generated from its contract. */
export function DeviceFields(props: DeviceFieldsProps) {
  return (
    <Suspense fallback={<Skeleton h={160} />}>
      <FieldsOfKind {...props} />
    </Suspense>
  );
}

function FieldsOfKind({ kind, files = deviceFiles, ...form }: DeviceFieldsProps) {
  const Form = files.useUI(kind)?.Form;
  return Form ? <Form {...form} /> : <ArrangedFields kind={kind} {...form} />;
}

/** The fields that count for the chosen mode; those that few devices need are folded. */
function ArrangedFields({ kind, ...form }: Omit<DeviceFieldsProps, 'files'>) {
  const { main, advanced } = arrangeFields(kind, form.fields, form.values, form.problems);
  return (
    <>
      <FieldList {...form} fields={main} />
      {advanced.length > 0 && (
        <Folded hasProblem={advanced.some(({ name }) => form.problems.some(({ fieldId }) => fieldId === name))}>
          <FieldList {...form} fields={advanced} />
        </Folded>
      )}
    </>
  );
}

/** Opens by itself when a field inside has a problem. */
function Folded({ hasProblem, children }: { readonly hasProblem: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.advanced}
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('box.advanced')}</summary>
      {children}
    </details>
  );
}
