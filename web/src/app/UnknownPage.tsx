import { Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function UnknownPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Stack align="center" justify="center" h="100%" gap="md" p="xl">
      <Title order={1} size={40}>
        {t('unknownPage.title')}
      </Title>
      <Text size="lg" c="var(--text-muted)">
        {t('unknownPage.text')}
      </Text>
      <Button size="md" onClick={() => void navigate({ to: '/' })}>
        {t('unknownPage.back')}
      </Button>
    </Stack>
  );
}
