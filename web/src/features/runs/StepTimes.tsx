import type { Run } from '@cellwright/domain/run';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listJournal } from '../../api/runs.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import styles from './Runs.module.css';
import { measureSteps } from './step-times.ts';
import { toTimeline } from './timeline.ts';
import { useStepSentence } from './use-step-sentence.ts';

/** Number of the newest completed runs that are measured, and of the entries of each. */
const runCount = 10;
const entryCount = 500;

/** Steps of a routine that take the most time in its newest completed runs. */
export function StepTimes({ runs }: { readonly runs: readonly Run[] }) {
  const { t } = useTranslation('runTrends');
  const completed = runs.filter(({ status }) => status === 'completed').slice(0, runCount);
  const [newest] = completed;
  return (
    <figure className={styles.trendChart} data-testid="step-times">
      <figcaption>{t('timeBySteps')}</figcaption>
      {newest ? <Measured runs={completed} newest={newest} /> : <p className={styles.muted}>{t('noTimes')}</p>}
    </figure>
  );
}

function Measured({ runs, newest }: { readonly runs: readonly Run[]; readonly newest: Run }) {
  const { t } = useTranslation('runTrends');
  const sentenceOf = useStepSentence(newest);
  const { data, error } = useQuery({
    queryKey: ['step times', ...runs.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      Promise.all(
        runs.map(async ({ id, startedAt }) => {
          const { items } = await listJournal(id, 0, entryCount, signal);
          return toTimeline(items, startedAt);
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const times = useMemo(() => data && measureSteps(data), [data]);
  if (error) return <p className={styles.muted}>{error.message}</p>;
  if (times?.length === 0) return <p className={styles.muted}>{t('noTimes')}</p>;
  return (
    <>
      <ol className={styles.stepTimes}>
        {times?.map(({ stepID, stepPath, stepKind, medianSeconds, share }) => (
          <li key={stepID}>
            <span>
              {stepPath} {sentenceOf(stepID, stepKind)}
            </span>
            <span className="tabular">{formatDuration(medianSeconds)}</span>
            <span className="tabular">{`${decimalText(String(Math.round(share * 100)))} %`}</span>
          </li>
        ))}
      </ol>
      <p className={styles.legend}>{t('measuredIn', { count: runs.length })}</p>
    </>
  );
}
