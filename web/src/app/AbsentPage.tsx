import '../i18n/absent.ts';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** In place of a page that other versions of the product have. */
export function AbsentPage() {
  const { t } = useTranslation('absent');
  const navigate = useNavigate();
  return (
    <Stack align="center" justify="center" h="100%" gap="md" p="xl">
      <Title order={1} size={28}>
        {t('title')}
      </Title>
      <Text size="lg" c="var(--text-muted)">
        {t('text')}
      </Text>
      <Button size="md" onClick={() => void navigate({ to: '/' })}>
        {t('back')}
      </Button>
    </Stack>
  );
}
