import { Button, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellErrors } from '../i18n/cell-errors.ts';
import { singleSignOn } from './single-sign-on.ts';

/** Completes a sign-in when the provider has returned the browser; shows why it failed. */
export function ProviderAnswer({ query }: { readonly query: string }) {
  const { t } = useTranslation('entrance');
  const [problem, setProblem] = useState<string>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // An answer counts once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    // The code must not stay in the history.
    window.history.replaceState(null, '', '/sign-in/provider');
    singleSignOn.complete(query).catch((refusal) => {
      const error = cellErrors.translate(refusal);
      setProblem(error instanceof Error ? error.message : String(error));
    });
  }, [query]);
  if (problem === undefined) return <Loader aria-label={t('signingIn')} />;
  return (
    <Paper withBorder p="xl" w={440} maw="100%" bg="var(--surface-1)">
      <Stack gap="md">
        <Title order={1} size={28}>
          {t('notSignedIn')}
        </Title>
        <Text c="var(--danger)" role="alert">
          {problem}
        </Text>
        <Button size="md" onClick={() => window.location.replace('/login')}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </Paper>
  );
}
