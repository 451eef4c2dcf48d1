import '../i18n/entrance.ts';
import { Alert, Anchor, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { canStopSignedOut } from '../api/stop/stop-ways.ts';
import { unsavedWork } from '../api/unsaved/unsaved-work.ts';
import { useActiveRobots } from '../api/use-activity.ts';
import styles from './Entrance.module.css';
import { readEntrance } from './entrance.ts';
import { PrivacyScreen, TermsScreen } from './legal-screens.ts';
import { router } from './router.tsx';
import { SetUp } from './SetUp.tsx';
import { SignIn } from './SignIn.tsx';

/** Screen shown while no user is signed in. */
export default function EntranceScreen() {
  const { t } = useTranslation();
  const entrance = readEntrance(window.location);
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
      {entrance.kind === 'setUp' ? <SetUp token={entrance.token} invited={entrance.invited} /> : <SignIn />}
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
