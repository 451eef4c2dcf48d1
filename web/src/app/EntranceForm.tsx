import { ProductError } from '@cellwright/domain/basics';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellErrors } from '../i18n/cell-errors.ts';
import { showError } from '../ui/toasts.ts';

interface EntranceFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isComplete: boolean;
  /** Shown instead of the cell's message when it rejects the credentials. */
  readonly refusedText?: string | undefined;
  /** Note above the fields: why the user is here. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
  onSubmit(): Promise<void>;
}

/** Form to sign in or set up: fields, one button, and the error. */
export function EntranceForm(props: EntranceFormProps) {
  const { t } = useTranslation();
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWaiting(true);
    setProblem(undefined);
    try {
      await props.onSubmit();
    } catch (refusal) {
      const error = cellErrors.translate(refusal);
      if (!(error instanceof Error)) showError(error);
      const isRefused = error instanceof ProductError && error.code === 'authorization_required';
      setProblem((isRefused && props.refusedText) || (error instanceof Error ? error.message : undefined));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <Paper withBorder p="xl" w={440} maw="100%" bg="var(--surface-1)" component="form" onSubmit={submit}>
      <Stack gap="md">
        <Text fw={700} c="var(--brand)">
          {t('app.name')}
        </Text>
        <Title order={1} size={28}>
          {props.title}
        </Title>
        {props.note !== undefined && <Text c="var(--caution)">{props.note}</Text>}
        {props.children}
        {problem !== undefined && (
          <Text c="var(--danger)" role="alert">
            {problem}
          </Text>
        )}
        <Button type="submit" size="md" loading={isWaiting} disabled={!props.isComplete}>
          {props.submitLabel}
        </Button>
      </Stack>
    </Paper>
  );
}
