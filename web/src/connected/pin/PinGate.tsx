import '../../i18n/control-panel.ts';
import { Skeleton } from '@mantine/core';
import { IconKey, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlPanel } from '../../api/control-panel.ts';
import { useMe } from '../../api/use-me.ts';
import { useGranters } from '../../api/use-users.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { PinForm } from './PinForm.tsx';
import { SetPinForm } from './SetPinForm.tsx';

/** Asks for the control-panel PIN, or shows why it cannot be entered. */
export function PinGate() {
  const { t } = useTranslation('controlPanel');
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useMe();
  if (error) return <ErrorState title={t('meFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  if (!data.user) return <EmptyState Icon={IconKey} title={t('noUser')} text={t('noUserHelp')} />;
  if (!data.user.permissions.controlPanel) return <NoPermission />;
  const hasPin = data.user.pinChangedAt !== undefined;
  const isManaged = data.user.managedBy !== undefined;
  if (!hasPin || isChanging)
    return <SetPinForm hasPin={hasPin} isManaged={isManaged} onBack={() => setChanging(false)} />;
  const note = controlPanel.closedBecause && t(controlPanel.closedBecause);
  return <PinForm note={note} onChange={() => setChanging(true)} />;
}

/** Shows that a permission is missing, and who can grant it. */
function NoPermission() {
  const { t } = useTranslation('controlPanel');
  const granters = useGranters();
  return <EmptyState Icon={IconLock} title={t('noPermission')} text={t('noPermissionHelp', { granters })} />;
}
