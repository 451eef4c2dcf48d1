import { createBackup, createBackupKey, listBackups, removeBackup, restoreBackup } from '@cellwright/calls';
import type { Backup } from '@cellwright/domain/software';
import { Button, Skeleton } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../../api/cell.ts';
import { panelCell } from '../../../api/control-panel.ts';
import { pollEvery } from '../../../api/poll-every.ts';
import { CopyField } from '../../../ui/CopyField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { showError } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { BackupRow } from './BackupRow.tsx';

const queryKey = ['backups'];
const pollMS = 2000;

/** Backups: the key, the list, and what can be done with each. */
export function BackupsSection() {
  const { t } = useTranslation('software');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => panelCell.call(listBackups, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  return (
    <Section title={t('backups')}>
      {!data && error && (
        <ErrorState title={t('backupsFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={120} />}
      {data?.unavailable != null && <p className={styles.muted}>{data.unavailable}</p>}
      {data && data.unavailable === null && <Backups items={data.items} hasKey={data.hasKey} />}
    </Section>
  );
}

/** Returns the mutation of an act on backups; the list is read again after it. */
function useBackupAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onError: showError,
  });
}

function Backups({ items, hasKey }: { readonly items: readonly Backup[]; readonly hasKey: boolean }) {
  const { t } = useTranslation('software');
  const [key, setKey] = useState('');
  const makeKey = useBackupAct(async () => setKey((await cell.call(createBackupKey, {})).key));
  const make = useBackupAct(() => panelCell.call(createBackup, {}));
  const remove = useBackupAct((id: string) => panelCell.call(removeBackup, { id }));
  const restore = useBackupAct((wanted: { readonly id: string; readonly key: string }) =>
    cell.call(restoreBackup, wanted),
  );
  return (
    <>
      <p className={styles.muted}>{hasKey ? t('backupsHelp') : t('noKey')}</p>
      <div className={styles.tools}>
        {hasKey && (
          <Button size="md" loading={make.isPending} onClick={() => make.mutate(undefined)}>
            {t('createBackup')}
          </Button>
        )}
        <Button
          size="md"
          variant={hasKey ? 'default' : 'filled'}
          loading={makeKey.isPending}
          onClick={() => makeKey.mutate(undefined)}
        >
          {t(hasKey ? 'newKey' : 'createKey')}
        </Button>
      </div>
      {key !== '' && (
        <>
          <CopyField label={t('key')} value={key} />
          <p className={styles.muted}>{t('keyHelp')}</p>
        </>
      )}
      {items.length === 0 && <EmptyState Icon={IconDatabase} title={t('noBackups')} text={t('noBackupsHelp')} />}
      {items.map((backup) => (
        <BackupRow
          key={backup.id}
          backup={backup}
          onRemove={() => remove.mutate(backup.id)}
          onRestore={(ownerKey) => restore.mutate({ id: backup.id, key: ownerKey })}
        />
      ))}
    </>
  );
}
