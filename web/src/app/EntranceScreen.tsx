import '../i18n/cell-words.ts';
import '../i18n/entrance.ts';
import { Alert, Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canStopSignedOut } from '../api/stop/stop-ways.ts';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';
import { useActiveRobots } from '../api/use-activity.ts';
import { useSessionAnswer } from '../api/use-session.ts';
import styles from './Entrance.module.css';
import { readEntrance } from './entrance.ts';
import { PrivacyScreen, TermsScreen } from './legal-screens.ts';
import { ProviderAnswer } from './ProviderAnswer.tsx';
import { router } from './router.tsx';
import { SetUp } from './SetUp.tsx';
import { SignIn } from './SignIn.tsx';

/** Screen shown while no user is signed in, or while the cell does not answer whether one is. */
export default function EntranceScreen() {
  const { t } = useTranslation();
  const { isKnown, unansweredBecause } = useSessionAnswer();
  // Completing a sign-in changes the address, not the page.
  const [entrance] = useState(() => readEntrance(window.location));
  useEffect(() => {
    // The next user must not be signed out by the address that the last one left.
    if (window.location.pathname === '/logout') router.history.replace('/login');
  }, []);
  if (entrance.kind === 'privacy' || entrance.kind === 'terms') {
    const Screen = entrance.kind === 'privacy' ? PrivacyScreen : TermsScreen;
    return (
      <Stack align="center" mih="100%" p="xl" component="main">
        <Screen />
      </Stack>
    );
  }
  return (
    <Stack align="center" justify="center" mih="100%" p="xl" component="main">
      <ActiveRobots />
      <KeptWork />
      {entrance.kind === 'setUp' && <SetUp token={entrance.token} invited={entrance.invited} />}
      {entrance.kind === 'providerAnswer' && <ProviderAnswer query={entrance.query} />}
      {entrance.kind === 'signIn' && (isKnown ? <SignIn /> : <CellAway reason={unansweredBecause} />)}
      <Group gap="xl">
        <Anchor href="/privacy" c="var(--text-muted)" size="sm" className={styles.legal}>
          {t('nav.privacy')}
        </Anchor>
        <Anchor href="/terms" c="var(--text-muted)" size="sm" className={styles.legal}>
          {t('nav.terms')}
        </Anchor>
      </Group>
    </Stack>
  );
}

/** Shows that the cell does not answer: its users are not signed out by that. */
function CellAway({ reason }: { readonly reason: string | undefined }) {
  const { t } = useTranslation('entrance');
  return (
    <Stack align="center" role="status" data-testid="cell-away" maw={480}>
      <Loader aria-hidden />
      <Title order={1} size="h3">
        {t(reason === undefined ? 'connecting' : 'away')}
      </Title>
      {reason !== undefined && (
        <>
          <Text ta="center">{t('awayHelp')}</Text>
          <Text ta="center" c="var(--text-muted)" size="sm">
            {reason}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Shows which robots move, on a screen whose session has ended: it still has STOP. */
function ActiveRobots() {
  const { t } = useTranslation(['entrance', 'translation']);
  const robots = useActiveRobots(canStopSignedOut());
  if (robots.length === 0) return null;
  return (
    <Alert color="orange" role="status" data-testid="active-robots" className={styles.active}>
      {t('active', { robots: robots.map((kind) => t(`translation:robotKind.${kind}`)).join(', ') })}
    </Alert>
  );
}

/** Shows that unsaved work is kept for the user whose session ended. */
function KeptWork() {
  const { t, i18n } = useTranslation('entrance');
  if (unsavedWork.isEmpty) return null;
  const list = new Intl.ListFormat(i18n.language).format(unsavedWork.names);
  return (
    <Alert color="orange" role="status" data-testid="kept-work" className={styles.active}>
      {t('kept', { list })}
    </Alert>
  );
}
