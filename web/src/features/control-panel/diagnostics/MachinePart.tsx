import type { Diagnostics } from '@cellwright/domain/cell';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../parts/format-duration.ts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import { FactTable } from '../FactTable.tsx';
import { formatBytes } from './format-facts.ts';

/** Smallest shown difference of clocks, ms: collecting the diagnostics takes some seconds. */
const shownOffsetMS = 5000;

interface Props {
  readonly machine: Diagnostics['machine'];
  /** Time at which this browser received the diagnostics, ms since 1970. */
  readonly receivedAt: number;
}

/** Facts about the machine of the gateway. */
export function MachinePart({ machine, receivedAt }: Props) {
  const { t, i18n } = useTranslation('diagnostics');
  const { memory, disk, cpuCount, loadAverage } = machine;
  const load = loadAverage.map((each) => decimalText(each.toFixed(2))).join(' · ');
  const size = ({ freeBytes, totalBytes }: typeof memory) =>
    t('freeOf', { free: formatBytes(freeBytes), total: formatBytes(totalBytes) });
  const facts: readonly (readonly [string, string])[] = [
    [t('hostname'), machine.hostname],
    [t('system'), machine.system],
    [t('uptime'), formatDuration(machine.uptimeSeconds)],
    [t('load'), t('cpus', { count: cpuCount, load })],
    [t('freeMemory'), size(memory)],
    [t('disk'), disk ? size(disk) : t('unknown')],
    [
      t('machineClock'),
      machine.isClockEarly ? t('clockEarly') : `${formatMoment(machine.wallTime, i18n.language)} (${machine.timeZone})`,
    ],
    [t('browserOffset'), useOffset(receivedAt - Date.parse(machine.wallTime))],
    [t('addresses'), machine.addresses.map(({ name, address }) => `${address} (${name})`).join(', ')],
  ];
  return (
    <Section title={t('machine')}>
      <FactTable headings={[t('fact'), t('value')]} rows={facts.map((cells) => ({ id: cells[0], cells }))} />
    </Section>
  );
}

function useOffset(offsetMS: number): string {
  const { t } = useTranslation('diagnostics');
  if (Math.abs(offsetMS) < shownOffsetMS) return t('inStep');
  const seconds = decimalText(Math.round(Math.abs(offsetMS) / 1000));
  return t(offsetMS > 0 ? 'ahead' : 'behind', { seconds });
}
