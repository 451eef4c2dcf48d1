import type { Run, RunStatus } from '@cellwright/domain/run';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findRuns } from '../../api/runs.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import { RunStatusChip } from '../../parts/RunStatusChip.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { describeEnd, durationOf } from './describe-end.ts';
import styles from './Runs.module.css';

const pageSize = 50;

/** Runs that are asked for. */
export interface RunFilter {
  readonly status: RunStatus | undefined;
  readonly routineID: string | undefined;
  /** ISO 8601; undefined for all time. */
  readonly startedAfter: string | undefined;
}

/** Runs that match the filter, and older ones on request. */
export function RunTable(filter: RunFilter) {
  const { t } = useTranslation();
  const robotKind = useRobotKind();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['runs', robotKind, filter],
    queryFn: ({ pageParam, signal }) => findRuns({ robotKind, ...filter, limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.total ? shown : undefined;
    },
  });
  if (error) return <ErrorState title={t('runs.failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Stack gap={8}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} h={56} />
        ))}
      </Stack>
    );
  }
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0) return <EmptyState Icon={IconHistory} title={t('runs.none')} text={t('runs.noneHelp')} />;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('runs.routine')}</th>
            <th scope="col">{t('runs.result')}</th>
            <th scope="col">{t('runs.started')}</th>
            <th scope="col">{t('runs.duration')}</th>
            <th scope="col">{t('runs.why')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <span className={styles.muted}>{t('runs.count', { count: data.pages[0]?.total ?? runs.length })}</span>
        {hasNextPage && (
          <Button size="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('runs.older')}
          </Button>
        )}
      </div>
    </>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <td>
        <AppLink href={`/runs/${run.id}`} className={styles.link}>
          {run.routineName}
        </AppLink>
        <span className={styles.muted}>{t('home.version', { version: run.routineVersion })}</span>
      </td>
      <td>
        <RunStatusChip status={run.status} stop={run.stop} />
      </td>
      <td className="tabular">{formatMoment(run.startedAt, i18n.language)}</td>
      <td className="tabular">{run.endedAt === null ? '–' : formatDuration(durationOf(run, 0))}</td>
      <td className={styles.why}>{describeEnd(t, run)}</td>
    </tr>
  );
}
