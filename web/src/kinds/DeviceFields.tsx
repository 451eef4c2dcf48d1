import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { FieldList } from '../forms/FieldList.tsx';
import type { FieldListProps } from '../forms/field-props.ts';
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
  return Form ? <Form {...form} /> : <FieldList {...form} />;
}
