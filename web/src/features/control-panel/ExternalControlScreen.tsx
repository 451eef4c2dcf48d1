import '../../i18n/control-panel.ts';
import '../../i18n/external-control.ts';
import {
  type ExternalControlView,
  getEDSFile,
  getExternalControl,
  startExternalControlBot,
  stopExternalControlBot,
} from '@cellwright/calls';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import { saveText } from '../../ui/save-text.ts';
import { showError } from '../../ui/toasts.ts';
import { BackToPanel } from './BackToPanel.tsx';
import styles from './ControlPanel.module.css';
import { AssemblyTable } from './external-control/AssemblyTable.tsx';
import { ConnectionsPart } from './external-control/ConnectionsPart.tsx';
import { SettingsForm } from './external-control/SettingsForm.tsx';
import { Gate } from './Gate.tsx';
import { LockButton } from './LockButton.tsx';

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
    <Page title={t('title')} actions={<LockButton />}>
      <div className={styles.tools}>
        <BackToPanel />
      </div>
      <p className={styles.muted}>{t('help')}</p>
      {!data && !error && <Skeleton h={240} />}
      {!data && error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {data && <StatePart view={data} />}
      <Section title={t('settings')}>
        <SettingsForm />
      </Section>
      {data && <ConnectionsPart state={data.state} />}
      {data && <AssemblyTable title={t('inputs')} parts={data.inputs} />}
      {data && <AssemblyTable title={t('outputs')} parts={data.outputs} />}
    </Page>
  );
}

function StatePart({ view: { status, isEnabled, state } }: { readonly view: ExternalControlView }) {
  const { t } = useTranslation('externalControl');
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const turn = useMutation({
    mutationFn: () => cell.call(isEnabled ? stopExternalControlBot : startExternalControlBot, {}),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
    // The form below changes their newest version.
    onSettled: () => invalidate('externalControlSettings'),
    onError: showError,
  });
  const download = useMutation({
    mutationFn: () => cell.call(getEDSFile, {}),
    onSuccess: ({ fileName, text }) => saveText(fileName, text, 'text/plain'),
    onError: showError,
  });
  return (
    <Section title={t('statusTitle')}>
      <div role="status">
        <StatusChip tone={tones[status]} word={t(`status.${status}`)} />
        {state?.failure && <p className={styles.muted}>{state.failure}</p>}
      </div>
      <div className={styles.tools}>
        <Button size="md" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(isEnabled ? 'stop' : 'start')}
        </Button>
        <Button size="md" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('download')}
        </Button>
      </div>
    </Section>
  );
}
