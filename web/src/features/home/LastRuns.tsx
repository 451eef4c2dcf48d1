import '../../i18n/home-lists.ts';
import type { Run } from '@cellwright/domain/run';
import { Skeleton, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listRuns } from '../../api/runs.ts';
import { useDeviceName } from '../../api/use-device-name.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { FailedDevice } from '../../parts/FailedDevice.tsx';
import { formatDuration } from '../../parts/format-duration.ts';
import { RunStatusChip } from '../../parts/RunStatusChip.tsx';
import { describeReason } from '../../parts/recovery/describe-reason.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';

const shown = 6;

/** Last runs: result, duration, and why they ended. */
export default function LastRuns() {
  const { t } = useTranslation();
  const robotKind = useRobotKind();
  const { data, error, refetch } = useQuery({
    queryKey: ['runs', robotKind, shown],
    queryFn: ({ signal }) => listRuns(robotKind, shown, signal),
  });
  return (
    <section className={`${styles.card} ${parts.runs}`} aria-label={t('home.lastRuns')}>
      <h2>{t('home.lastRuns')}</h2>
      {error && <ErrorState title={t('home.runsFailed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Stack gap={8}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} h={36} />
          ))}
        </Stack>
      )}
      {data?.length === 0 && <EmptyState Icon={IconHistory} title={t('home.noRuns')} text={t('home.noRunsHelp')} />}
      {data && data.length > 0 && (
        <table className={parts.table}>
          <tbody>
            {data.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const { t, i18n } = useTranslation();
  const device = useDeviceName(run.failure?.equipmentID);
  const seconds = run.endedAt === null ? undefined : (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  return (
    <tr>
      <td>
        <RunStatusChip status={run.status} stop={run.stop} />
      </td>
      <td>
        <AppLink href={`/runs/${run.id}`} className={parts.link}>
          {run.routineName}
        </AppLink>{' '}
        <span className={styles.muted}>{t('home.version', { version: run.routineVersion })}</span>
        {run.failure && <div className={parts.why}>{describeReason(run.failure)}</div>}
        <FailedDevice failure={run.failure} name={device} />
      </td>
      <td className="tabular">
        {seconds === undefined ? '' : formatDuration(seconds)}
        <div className={styles.muted}>{formatMoment(run.startedAt, i18n.language)}</div>
      </td>
    </tr>
  );
}
