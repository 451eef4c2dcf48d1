import '../../../i18n/recovery.ts';
import type { Failure } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { describeRunner } from '../../../parts/describe-runner.ts';
import { describeReason } from '../../../parts/recovery/describe-reason.ts';
import { failureTitle } from '../../../parts/recovery/failure-title.ts';
import { Section } from '../../../ui/Page.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';

/** State of the session, its controller and its load. */
export function StatePart() {
  const { t } = useTranslation('simulatorBot');
  const state = useRobot((status) => status.state);
  if (!state) return null;
  const { isControllerConnected, brakes, safety, failure, tool, payload } = state;
  const rows = [
    { id: 'session', cells: [t('session'), <SessionChip key="session" />] },
    {
      id: 'controller',
      cells: [t('controller'), <ControllerChip key="controller" isConnected={isControllerConnected} />],
    },
    { id: 'brakes', cells: [t('brakes'), t(brakes === 'engaged' ? 'engaged' : 'released')] },
    { id: 'eStop', cells: [t('eStop'), <ActiveChip key="eStop" isActive={safety.isEStopped} tone="danger" />] },
    {
      id: 'safeguard',
      cells: [t('safeguard'), <ActiveChip key="safeguard" isActive={safety.isSafeguardOpen} tone="caution" />],
    },
    { id: 'failure', cells: [t('failure'), <FailureText key="failure" failure={failure} />] },
    {
      id: 'tool',
      cells: [
        t('tool'),
        <Load key="tool" name={tool.equipmentID === null ? t('noTool') : tool.name} massKg={tool.massKg} />,
      ],
    },
    { id: 'payload', cells: [t('payload'), <Load key="payload" massKg={payload.mass} />] },
  ];
  return (
    <Section title={t('state')}>
      <FactTable headings={[t('part'), t('state')]} rows={rows} />
    </Section>
  );
}

function SessionChip() {
  const { t } = useTranslation();
  const { word, tone } = useRobot(({ state }) => describeRunner(state));
  return <StatusChip tone={tone} word={t(`runner.${word}`)} />;
}

function ControllerChip({ isConnected }: { readonly isConnected: boolean }) {
  const { t } = useTranslation('simulatorBot');
  return isConnected ? (
    <StatusChip tone="neutral" word={t('connected')} />
  ) : (
    <StatusChip tone="danger" word={t('disconnected')} />
  );
}

function ActiveChip({ isActive, tone }: { readonly isActive: boolean; readonly tone: Tone }) {
  const { t } = useTranslation('simulatorBot');
  return <StatusChip tone={isActive ? tone : 'neutral'} word={t(isActive ? 'active' : 'inactive')} />;
}

function FailureText({ failure }: { readonly failure: Failure | null }) {
  const { t } = useTranslation('simulatorBot');
  const { t: recovery } = useTranslation('recovery');
  if (!failure) return t('none');
  return (
    <>
      <StatusChip tone="danger" word={failureTitle(recovery, failure, undefined)} />
      <p className={styles.muted}>{describeReason(failure)}</p>
    </>
  );
}

function Load({ name, massKg }: { readonly name?: string; readonly massKg: number }) {
  return (
    <>
      {name !== undefined && `${name}, `}
      <Quantity value={massKg} digits={2} unit="kg" />
    </>
  );
}
