import type { Backup } from '@cellwright/domain/software';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalText } from '../../../ui/decimal-text.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { SecretInput } from '../../../ui/SecretInput.tsx';
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx';
import { showError } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { downloadBackup } from './download-backup.ts';

const tones: Readonly<Record<Backup['status'], Tone>> = { creating: 'notice', success: 'good', failed: 'danger' };

interface BackupRowProps {
  readonly backup: Backup;
  onRemove(): void;
  onRestore(key: string): void;
}

/** A backup: its state, and what can be done with it. */
export function BackupRow({ backup, onRemove, onRestore }: BackupRowProps) {
  const { t, i18n } = useTranslation('software');
  const [isRestoring, setRestoring] = useState(false);
  const time = formatMoment(backup.createdAt, i18n.language);
  const download = useMutation({ mutationFn: () => downloadBackup(backup), onError: showError });
  const isComplete = backup.status === 'success';
  return (
    <div className={styles.flag}>
      <div className={styles.flagText}>
        <strong>{time}</strong>
        {isComplete && (
          <span className={styles.muted}>
            {t('size', {
              size: decimalText((backup.size / 1e6).toFixed(1)),
              rows: backup.rowCount,
              build: backup.buildID,
            })}
          </span>
        )}
        {backup.reason === 'schedule' && <span className={styles.muted}>{t('scheduled')}</span>}
        {backup.reason === 'update' && <span className={styles.muted}>{t('beforeUpdate')}</span>}
        {backup.restoreStatus !== 'none' && <span role="status">{t(`restoreStatus.${backup.restoreStatus}`)}</span>}
        {backup.lastErrorMessage !== null && <span role="alert">{backup.lastErrorMessage}</span>}
      </div>
      <StatusChip tone={tones[backup.status]} word={t(`status.${backup.status}`)} />
      <div className={styles.tools}>
        {isComplete && (
          <>
            <Button
              size="md"
              variant="default"
              loading={download.isPending}
              aria-label={t('downloadOf', { time })}
              onClick={() => download.mutate()}
            >
              {t('download')}
            </Button>
            <Button
              size="md"
              variant="default"
              aria-label={t('restoreOf', { time })}
              aria-expanded={isRestoring}
              onClick={() => setRestoring(!isRestoring)}
            >
              {t('restore')}
            </Button>
          </>
        )}
        {backup.status !== 'creating' && (
          <Button size="md" variant="default" aria-label={t('removeOf', { time })} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
      {isRestoring && (
        <RestoreForm
          onRestore={(key) => {
            setRestoring(false);
            onRestore(key);
          }}
        />
      )}
    </div>
  );
}

function RestoreForm({ onRestore }: { onRestore(key: string): void }) {
  const { t } = useTranslation('software');
  const [key, setKey] = useState('');
  return (
    <form
      className={styles.flagText}
      onSubmit={(event) => {
        event.preventDefault();
        onRestore(key);
      }}
    >
      <p className={styles.muted}>{t('restoreHelp')}</p>
      <SecretInput
        size="md"
        label={t('key')}
        autoComplete="off"
        value={key}
        onChange={({ currentTarget: { value } }) => setKey(value)}
      />
      <div className={styles.tools}>
        <Button type="submit" size="md" color="red" disabled={key.trim() === ''}>
          {t('restoreNow')}
        </Button>
      </div>
    </form>
  );
}
