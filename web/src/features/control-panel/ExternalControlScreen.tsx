import '../../i18n/control-panel.ts';
import '../../i18n/external-control.ts';
import {
  type ExternalControlView,
  getEDSFile,
  getExternalControl,
  getTagFile,
  startExternalControlBot,
  stopExternalControlBot,
} from '@cellwright/calls';
import { externalProtocols } from '@cellwright/domain/robot';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { panelCell } from '../../api/control-panel.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import { saveText } from '../../ui/save-text.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './ControlPanel.module.css';
import { AssemblyTable } from './external-control/AssemblyTable.tsx';
import { ConnectionsPart } from './external-control/ConnectionsPart.tsx';
import { ModbusPart } from './external-control/ModbusPart.tsx';
import { OpcUAPart } from './external-control/OpcUAPart.tsx';
import { SettingsForm } from './external-control/SettingsForm.tsx';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

const queryKey = ['externalControl'];
/** Interval at which the state is read again, ms. */
const refreshMS = 500;

const tones: Record<ExternalControlView['status'], Tone> = {
  off: 'neutral',
  flagOff: 'caution',
  noAddress: 'caution',
  starting: 'notice',
  listening: 'good',
  failed: 'danger',
};

/** `/control-panel/external-control`: the controller of the line, its connections and data, behind the PIN. */
export default function ExternalControlScreen() {
  return (
    <Gate>
      <ExternalControl />
    </Gate>
  );
}

function ExternalControl() {
  const { t } = useTranslation('externalControl');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => cell.call(getExternalControl, {}, { signal }),
    refetchInterval: refreshMS,
  });
  return (
    <PanelPage title={t('title')}>
      <p className={styles.muted}>{t('help')}</p>
      {!data && !error && <Skeleton h={240} />}
      {!data && error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {data && <StatePart view={data} />}
      <Section title={t('settings')}>
        <SettingsForm />
      </Section>
      {data && <ConnectionsPart state={data.state} />}
      {data && <ModbusPart modbus={data.modbus} />}
      {data && <OpcUAPart opcUA={data.opcUA} />}
      {data && <AssemblyTable title={t('inputs')} parts={data.inputs} />}
      {data && <AssemblyTable title={t('outputs')} parts={data.outputs} />}
    </PanelPage>
  );
}

type Status = ExternalControlView['status'];

function ProtocolStatus(props: {
  readonly name: string;
  readonly status: Status;
  readonly failure: string | null | undefined;
}) {
  const { name, status, failure } = props;
  const { t } = useTranslation('externalControl');
  return (
    <li>
      {name} <StatusChip tone={tones[status]} word={t(`status.${status}`)} />
      {failure && <p className={styles.muted}>{failure}</p>}
    </li>
  );
}

function StatePart({
  view: { status, isEnabled, state, modbus, opcUA, owner },
}: {
  readonly view: ExternalControlView;
}) {
  const { t } = useTranslation('externalControl');
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const turn = useMutation({
    mutationFn: () => panelCell.call(isEnabled ? stopExternalControlBot : startExternalControlBot, {}),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
    // The form below changes their newest version.
    onSettled: () => invalidate('externalControlSettings'),
    onError: showError,
  });
  return (
    <Section title={t('statusTitle')}>
      <div role="status">
        <ul className={styles.plainList}>
          <ProtocolStatus name={t('protocols.etherNetIP')} status={status} failure={state?.failure} />
          <ProtocolStatus name={t('protocols.modbus')} status={modbus.status} failure={modbus.state?.failure} />
          <ProtocolStatus name={t('protocols.opcUA')} status={opcUA.status} failure={opcUA.state?.failure} />
        </ul>
        <p className={styles.muted}>
          {owner ? t('owner', { protocol: t(`protocols.${owner.protocol}`), peer: owner.peer }) : t('noOwner')}
        </p>
      </div>
      <div className={styles.tools}>
        <Button size="md" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(isEnabled ? 'stop' : 'start')}
        </Button>
        <DownloadButton label={t('download')} type="text/plain" load={() => cell.call(getEDSFile, {})} />
        {externalProtocols.map((protocol) => (
          <DownloadButton
            key={protocol}
            label={t('tags', { protocol: t(`protocols.${protocol}`) })}
            type="text/csv"
            load={() => cell.call(getTagFile, { protocol })}
          />
        ))}
      </div>
    </Section>
  );
}

interface DownloadProps {
  readonly label: string;
  readonly type: string;
  readonly load: () => Promise<{ readonly fileName: string; readonly text: string }>;
}

function DownloadButton({ label, type, load }: DownloadProps) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: ({ fileName, text }) => saveText(fileName, text, type),
    onError: showError,
  });
  return (
    <Button size="md" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  );
}
