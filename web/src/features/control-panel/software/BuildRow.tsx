import type { BuildManifest } from '@cellwright/domain/software';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';

interface BuildRowProps {
  readonly build: BuildManifest;
  readonly isRunning: boolean;
  readonly canInstall: boolean;
  onInstall(isStopConfirmed: boolean): void;
}

/** A build that can be installed. */
export function BuildRow({ build, isRunning, canInstall, onInstall }: BuildRowProps) {
  const { t } = useTranslation('software');
  const [isConfirmed, setConfirmed] = useState(false);
  const isEmergency = build.strategy === 'EMERGENCY_IMMEDIATE_SKIP_STOPPING';
  return (
    <div className={styles.flag}>
      <div className={styles.flagText}>
        <strong>{build.name}</strong>
        <span className={styles.muted}>{[build.buildId, build.variant].filter(Boolean).join(' · ')}</span>
        {isEmergency && <StatusChip tone="danger" word={t('emergency')} />}
      </div>
      <div>
        {isRunning ? (
          <StatusChip tone="good" word={t('running')} />
        ) : (
          <Button
            size="md"
            disabled={!canInstall}
            aria-label={t('installBuild', { name: build.name })}
            onClick={() => onInstall(isConfirmed)}
          >
            {t('install')}
          </Button>
        )}
      </div>
      {isEmergency && !isRunning && (
        <Switch
          size="md"
          label={t('confirmStop')}
          checked={isConfirmed}
          onChange={({ currentTarget: { checked } }) => setConfirmed(checked)}
        />
      )}
    </div>
  );
}
