import { Button, Stack, Text, Title } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AbsentPage } from './AbsentPage.tsx';
import { isAbsentPage } from './absent-pages.ts';

/** Page for addresses without a screen. Its type is given because the types of the hooks depend on the router, which has this page. */
export default function UnknownPage(): ReactNode {
  return isAbsentPage(useLocation().pathname) ? <AbsentPage /> : <Oops />;
}

function Oops() {
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
