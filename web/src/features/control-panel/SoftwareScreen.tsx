import '../../i18n/control-panel.ts';
import '../../i18n/software.ts';
import { getSoftware } from '@cellwright/calls';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { ErrorState } from '../../ui/States.tsx';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';
import { BackupsSection } from './software/BackupsSection.tsx';
import { BuildsSection } from './software/BuildsSection.tsx';
import { FleetSection } from './software/FleetSection.tsx';
import { ProgressSection } from './software/ProgressSection.tsx';
import { SettingsSection } from './software/SettingsSection.tsx';
import { softwareKey } from './software/use-software-act.ts';

const pollMS = 1000;

/** `/control-panel/software`: builds, updates and backups, behind the PIN. */
export default function SoftwareScreen() {
  const { t } = useTranslation('software');
  return (
    <Gate>
      <PanelPage title={t('title')}>
        <SoftwareParts />
        <SettingsSection />
        <BackupsSection />
        <FleetSection />
      </PanelPage>
    </Gate>
  );
}

function SoftwareParts() {
  const { t } = useTranslation('software');
  const { data, error, refetch } = useQuery({
    queryKey: softwareKey,
    queryFn: ({ signal }) => cell.call(getSoftware, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  useReloadWithBuild(data?.update.activeBuildID);
  if (!data && error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  return (
    <>
      <ProgressSection software={data} />
      <BuildsSection software={data} />
    </>
  );
}

/** Reloads the page when another build runs than the one it was loaded with. */
function useReloadWithBuild(activeBuildID: string | undefined): void {
  const loaded = useRef<string>(undefined);
  useEffect(() => {
    if (activeBuildID === undefined) return;
    loaded.current ??= activeBuildID;
    if (loaded.current !== activeBuildID) window.location.reload();
  }, [activeBuildID]);
}
