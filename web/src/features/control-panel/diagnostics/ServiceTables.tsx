import type { Diagnostics, NetworkCheck, ServiceDiagnosis } from '@cellwright/domain/cell';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../parts/format-duration.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { FactTable } from '../FactTable.tsx';
import { listChecks } from './find-problems.ts';
import { formatBytes, formatMS } from './format-facts.ts';

/** Services with their load and clocks. */
export function ServicesPart({ services }: Pick<Diagnostics, 'services'>) {
  const { t } = useTranslation('diagnostics');
  const headings = ['service', 'state', 'answered', 'lag', 'clock', 'memory', 'uptime', 'build'] as const;
  return (
    <Section title={t('services')}>
      <FactTable
        minWidth={880}
        headings={headings.map((heading) => t(heading))}
        rows={services.map((service) => ({ id: service.name, cells: cellsOf(service) }))}
      />
    </Section>
  );
}

function cellsOf(service: ServiceDiagnosis) {
  const { name, roundTripMS, clockOffsetMS, report, problem } = service;
  const lag = report?.eventLoopLag;
  return [
    name,
    <ServiceState key="state" service={service} />,
    roundTripMS === null ? problem : formatMS(roundTripMS),
    lag ? formatMS(lag.maxMS) : '–',
    clockOffsetMS === null ? '–' : formatMS(clockOffsetMS),
    report ? formatBytes(report.memoryBytes) : '–',
    report ? formatDuration(report.uptimeSeconds) : '–',
    report?.build ?? '–',
  ];
}

function ServiceState({ service: { isOnline, report } }: { readonly service: ServiceDiagnosis }) {
  const { t } = useTranslation('diagnostics');
  if (!isOnline) return <StatusChip tone="danger" word={t('offline')} />;
  return report?.ready === false ? (
    <StatusChip tone="danger" word={t('notReady')} />
  ) : (
    <StatusChip tone="neutral" word={t('online')} />
  );
}

/** Results of the checks of databases, buses and controllers. */
export function ChecksPart({ services }: Pick<Diagnostics, 'services'>) {
  const { t } = useTranslation('diagnostics');
  return (
    <Section title={t('checks')}>
      <FactTable
        minWidth={640}
        headings={[t('check'), t('result'), t('answered'), t('services')]}
        rows={listChecks({ services }).map(({ id, name, ok, durationMs, error, services: names }) => ({
          id,
          cells: [name, <CheckResult key="result" ok={ok} error={error} />, formatMS(durationMs), names.join(', ')],
        }))}
      />
    </Section>
  );
}

function CheckResult({ ok, error }: { readonly ok: boolean; readonly error: string | undefined }) {
  const { t } = useTranslation('diagnostics');
  if (ok) return <StatusChip tone="neutral" word={t('ok')} />;
  return (
    <>
      <StatusChip tone="danger" word={t('checkFailed')} /> {error}
    </>
  );
}

/** Results of the connections to the planner, the registry and the hub. */
export function NetworkPart({ network }: { readonly network: readonly NetworkCheck[] }) {
  const { t } = useTranslation('diagnostics');
  return (
    <Section title={t('network')}>
      <FactTable
        minWidth={640}
        headings={[t('check'), t('result'), t('answered'), t('address')]}
        rows={network.map(({ name, ok, error, durationMs, address }) => ({
          id: name,
          cells: [
            name,
            <CheckResult key="result" ok={ok} error={error} />,
            durationMs === null ? '–' : formatMS(durationMs),
            address,
          ],
        }))}
      />
    </Section>
  );
}
