import '../../i18n/control-panel.ts';
import '../../i18n/diagnostics.ts';
import { getDiagnostics, getDiagnosticsBundle } from '@cellwright/calls';
import type { Diagnostics } from '@cellwright/domain/cell';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../api/control-panel.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { formatTimeOfDay } from '../../ui/format-time.ts';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './ControlPanel.module.css';
import { MachinePart } from './diagnostics/MachinePart.tsx';
import { ProblemsPart } from './diagnostics/ProblemsPart.tsx';
import { DevicesPart, RobotsPart } from './diagnostics/RobotTables.tsx';
import { ChecksPart, NetworkPart, ServicesPart } from './diagnostics/ServiceTables.tsx';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';
import { saveArchive } from './save-file.ts';

const pollMS = 15_000;

/** `/control-panel/diagnostics`: state of the whole cell, with its logs as an archive, behind the PIN. */
export default function DiagnosticsScreen() {
  return (
    <Gate>
      <DiagnosticsPage />
    </Gate>
  );
}

function DiagnosticsPage() {
  const { t } = useTranslation('diagnostics');
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    queryKey: ['diagnostics'],
    queryFn: ({ signal }) => panelCell.call(getDiagnostics, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  const download = useMutation({
    mutationFn: () => panelCell.call(getDiagnosticsBundle, {}),
    onSuccess: saveArchive,
    onError: showError,
  });
  const tools = (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
        loading={isFetching}
        onClick={() => void refetch()}
      >
        {t('again')}
      </Button>
      <Button
        size="md"
        leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('download')}
      </Button>
    </>
  );
  return (
    <PanelPage title={t('title')} tools={tools}>
      <p className={styles.muted}>{t('downloadHelp')}</p>
      {!data && error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} />}
      {data && <DiagnosticsParts diagnostics={data} receivedAt={dataUpdatedAt} />}
    </PanelPage>
  );
}

interface PartsProps {
  readonly diagnostics: Diagnostics;
  readonly receivedAt: number;
}

/** All parts of the diagnostics. */
export function DiagnosticsParts({ diagnostics, receivedAt }: PartsProps) {
  const { t, i18n } = useTranslation('diagnostics');
  return (
    <>
      <p className={styles.muted}>{t('takenAt', { time: formatTimeOfDay(diagnostics.takenAt, i18n.language) })}</p>
      <ProblemsPart diagnostics={diagnostics} />
      <ServicesPart services={diagnostics.services} />
      <ChecksPart services={diagnostics.services} />
      <RobotsPart robots={diagnostics.robots} />
      <DevicesPart {...diagnostics} />
      <NetworkPart network={diagnostics.network} />
      <MachinePart machine={diagnostics.machine} receivedAt={receivedAt} />
    </>
  );
}
