import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findRuns } from '../../api/runs.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import '../../i18n/run-trends.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { ErrorState } from '../../ui/States.tsx';
import styles from './Runs.module.css';
import type { RunFilter } from './RunTable.tsx';
import { summarizeRuns, type RunTrends as Trends } from './run-trends.ts';
import { StepTimes } from './StepTimes.tsx';
import { CycleChart, ResultChart } from './TrendCharts.tsx';

/** Maximum that the cell gives at once. */
const maxRuns = 1000;

/** Results, cycle times and failures of the runs of a filter, whatever their result. */
export function RunTrends({ routineID, startedAfter }: Omit<RunFilter, 'status'>) {
  const { t } = useTranslation('runTrends');
  const robotKind = useRobotKind();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['runs', robotKind, 'trends', { routineID, startedAfter }],
    queryFn: ({ signal }) => findRuns({ robotKind, routineID, startedAfter, limit: maxRuns }, signal),
  });
  const trends = useMemo(() => {
    const startMS = startedAfter === undefined ? undefined : Date.parse(startedAfter);
    return data && summarizeRuns(data.items, startMS, dataUpdatedAt);
  }, [data, dataUpdatedAt, startedAfter]);
  if (error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (data?.total === 0) return null;
  const isPart = data !== undefined && data.total > data.items.length;
  return (
    <section className={styles.trends} aria-label={t('title')} data-testid="run-trends">
      <div className={styles.trendFigures}>
        <Figure
          name={isPart ? t('newest', { count: data.items.length }) : t('success')}
          value={trends?.successRate === undefined ? '–' : `${decimalText((trends.successRate * 100).toFixed(1))} %`}
        />
        <Figure name={t('failures')} value={trends === undefined ? '–' : String(trends.failed)} />
        <Figure name={t('cycleTime')} value={secondsText(trends?.medianCycleSeconds)} />
        <Figure name={t('duration')} value={secondsText(trends?.medianSeconds)} />
      </div>
      {trends && <ResultChart trends={trends} />}
      {trends && <CycleChart trends={trends} />}
      {trends && <FailuresByStep trends={trends} />}
      {data && routineID !== undefined && <StepTimes runs={data.items} />}
    </section>
  );
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? '–' : formatDuration(seconds);
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.trendFigure}>
      <b className="tabular">{value}</b>
      <span className={styles.muted}>{name}</span>
    </div>
  );
}

function FailuresByStep({ trends: { failuresByStep } }: { readonly trends: Trends }) {
  const { t } = useTranslation('runTrends');
  return (
    <figure className={styles.trendChart}>
      <figcaption>{t('bySteps')}</figcaption>
      {failuresByStep.length === 0 ? (
        <p className={styles.muted}>{t('noFailures')}</p>
      ) : (
        <ol className={styles.failures}>
          {failuresByStep.map(({ key, routineName: routine, stepPath: path, count }) => (
            <li key={key}>
              <span>{path === undefined ? t('noStep', { routine }) : t('step', { path, routine })}</span>
              <span className="tabular">{t('times', { count })}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
