import { checkForBuilds, requestSoftwareInstall, type Software } from '@cellwright/calls';
import type { BuildManifest } from '@cellwright/domain/software';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../../api/control-panel.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { useSoftwareAct } from './use-software-act.ts';

interface Wanted {
  readonly targetBuildID: string;
  readonly offlineUpdatePath?: string;
  readonly isStopConfirmed?: boolean;
}

/** Builds that the registry offers, and the form for a stick. */
export function BuildsSection({ software }: { readonly software: Software }) {
  const { t, i18n } = useTranslation('software');
  const { builds, checkedAt, checkError, update, unavailable } = software;
  const check = useSoftwareAct(() => panelCell.call(checkForBuilds, {}));
  const install = useSoftwareAct((wanted: Wanted) => panelCell.call(requestSoftwareInstall, wanted));
  const canInstall = unavailable === null && update.stage === null && !install.isPending;
  return (
    <Section title={t('builds')}>
      <div className={styles.tools}>
        <Button size="md" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          {t('check')}
        </Button>
      </div>
      <p className={styles.muted}>
        {checkedAt === null ? t('neverChecked') : t('checkedAt', { time: formatMoment(checkedAt, i18n.language) })}
      </p>
      {checkError !== null && (
        <p role="alert" className={styles.problem}>
          {checkError}
        </p>
      )}
      {builds.length === 0 && <EmptyState Icon={IconPackage} title={t('none')} text={t('noneHelp')} />}
      {builds.map((build) => (
        <BuildRow
          key={build.buildId}
          build={build}
          isRunning={build.buildId === update.activeBuildID}
          canInstall={canInstall}
          onInstall={(isStopConfirmed) => install.mutate({ targetBuildID: build.buildId, isStopConfirmed })}
        />
      ))}
      {unavailable === null && <StickForm canInstall={canInstall} onInstall={(wanted) => install.mutate(wanted)} />}
    </Section>
  );
}

interface BuildRowProps {
  readonly build: BuildManifest;
  readonly isRunning: boolean;
  readonly canInstall: boolean;
  onInstall(isStopConfirmed: boolean): void;
}

function BuildRow({ build, isRunning, canInstall, onInstall }: BuildRowProps) {
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
        <Checkbox
          size="md"
          label={t('confirmStop')}
          checked={isConfirmed}
          onChange={({ currentTarget: { checked } }) => setConfirmed(checked)}
        />
      )}
    </div>
  );
}

function StickForm({ canInstall, onInstall }: { readonly canInstall: boolean; onInstall(wanted: Wanted): void }) {
  const { t } = useTranslation('software');
  const [path, setPath] = useState('');
  const [buildID, setBuildID] = useState('');
  return (
    <form
      className={styles.pairs}
      onSubmit={(event) => {
        event.preventDefault();
        onInstall({ targetBuildID: buildID.trim(), offlineUpdatePath: path.trim() });
      }}
    >
      <TextInput
        size="md"
        label={t('stick')}
        value={path}
        onChange={({ currentTarget: { value } }) => setPath(value)}
      />
      <TextInput
        size="md"
        label={t('buildID')}
        value={buildID}
        onChange={({ currentTarget: { value } }) => setBuildID(value)}
      />
      <div className={styles.tools}>
        <Button type="submit" size="md" variant="default" disabled={!canInstall || !path.trim() || !buildID.trim()}>
          {t('installStick')}
        </Button>
      </div>
    </form>
  );
}
