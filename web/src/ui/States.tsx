import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, type IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from './theme/theme.ts';

interface EmptyProps {
  readonly Icon: ComponentType<IconProps>;
  readonly title: string;
  /** Purpose of the list or view. */
  readonly text: string;
  /** Action that fills it. */
  readonly action?: ReactNode;
}

/** Empty state of a list or view. */
export function EmptyState({ Icon, title, text, action }: EmptyProps) {
  return (
    <Stack align="center" gap={4} p="lg" ta="center">
      <Icon size={iconSizes.lg} stroke={1.4} color="var(--text-muted)" aria-hidden />
      <Text fw={600}>{title}</Text>
      <Text c="var(--text-muted)" size="sm" maw={360}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}

/** Error state of a list or view: title, reason, and a button to retry. */
export function ErrorState(props: { readonly title: string; readonly reason: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap={8} p="lg" ta="center" role="alert">
      <IconAlertTriangle size={iconSizes.lg} stroke={1.4} color="var(--danger)" aria-hidden />
      <Text fw={600}>{props.title}</Text>
      <Text c="var(--text-muted)" size="sm" maw={360}>
        {props.reason}
      </Text>
      <Button size="md" variant="default" onClick={props.onRetry}>
        {t('connection.retry')}
      </Button>
    </Stack>
  );
}
