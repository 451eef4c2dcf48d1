import { checkForBuilds, requestSoftwareInstall, type Software } from '@cellwright/calls';
import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../../api/control-panel.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import styles from '../ControlPanel.module.css';
import { BuildRow } from './BuildRow.tsx';
import { StickPart } from './StickPart.tsx';
import { useSoftwareAct, type WantedBuild } from './use-software-act.ts';

/** Builds that the registry offers, and those of a stick. */
export function BuildsSection({ software }: { readonly software: Software }) {
  const { t, i18n } = useTranslation('software');
  const { builds, checkedAt, checkError, update, unavailable } = software;
  const check = useSoftwareAct(() => panelCell.call(checkForBuilds, {}));
  const install = useSoftwareAct((wanted: WantedBuild) => panelCell.call(requestSoftwareInstall, wanted));
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
      {unavailable === null && (
        <StickPart
          activeBuildID={update.activeBuildID}
          canInstall={canInstall}
          onInstall={(wanted) => install.mutate(wanted)}
        />
      )}
    </Section>
  );
}
