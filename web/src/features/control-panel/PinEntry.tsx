import { Skeleton } from '@mantine/core';
import { IconKey, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlPanel } from '../../api/control-panel.ts';
import { useMe } from '../../api/use-me.ts';
import { useGranters } from '../../api/use-users.ts';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './ControlPanel.module.css';
import { PinForm } from './PinForm.tsx';
import { SetPinForm } from './SetPinForm.tsx';

/** What stands before the control panel: the PIN, or what is missing to have one. */
export function PinEntry() {
  const { t } = useTranslation('controlPanel');
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useMe();
  if (error) {
    return (
      <Centre>
        <ErrorState title={t('meFailed')} reason={error.message} onRetry={() => void refetch()} />
      </Centre>
    );
  }
  if (!data) return <Skeleton h="100%" radius={0} />;
  return <Centre>{wayIn()}</Centre>;

  function wayIn(): ReactNode {
    if (!data?.user) return <EmptyState Icon={IconKey} title={t('noUser')} text={t('noUserHelp')} />;
    if (!data.user.permissions.controlPanel) {
      return <NoPermission />;
    }
    const hasPin = data.user.pinChangedAt !== undefined;
    if (!hasPin || isChanging) {
      return <SetPinForm hasPin={hasPin} onBack={() => setChanging(false)} />;
    }
    return <PinForm note={closedNote()} onChange={() => setChanging(true)} />;
  }

  function closedNote(): string | undefined {
    return controlPanel.closedBecause && t(controlPanel.closedBecause);
  }
}

/** What is missing, and who can grant it. */
function NoPermission() {
  const { t } = useTranslation('controlPanel');
  const granters = useGranters();
  return <EmptyState Icon={IconLock} title={t('noPermission')} text={t('noPermissionHelp', { granters })} />;
}

function Centre({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('controlPanel');
  return (
    <div className={styles.centre}>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <section className={styles.card} aria-label={t('title')}>
        {children}
      </section>
    </div>
  );
}
