import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { FieldList } from '../forms/FieldList.tsx';
import type { KindFiles } from './kind-files.ts';
import { type StepFormProps, type StepUI, stepFiles } from './step-ui.ts';

interface StepFieldsProps extends StepFormProps {
  readonly kind: string;
  readonly files?: KindFiles<StepUI>;
}

/** Shows the fields of a step with the form of its kind, or with the form generated from its contract. */
export function StepFields(props: StepFieldsProps) {
  return (
    <Suspense fallback={<Skeleton h={160} />}>
      <FieldsOfKind {...props} />
    </Suspense>
  );
}

function FieldsOfKind({ kind, files = stepFiles, ...form }: StepFieldsProps) {
  const Form = files.useUI(kind)?.Form;
  return Form ? <Form {...form} /> : <FieldList {...form} />;
}
