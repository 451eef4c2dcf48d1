import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../parts/format-duration.ts';
import { formatMoment } from '../../ui/format-time.ts';
import styles from './Runs.module.css';
import type { Interval, RunTrends } from './run-trends.ts';

const box = { width: 480, height: 96 };
const results = ['completed', 'failed', 'stopped'] as const;

interface Props {
  readonly trends: RunTrends;
}

/** Results of the runs as one bar for each interval. */
export function ResultChart({ trends }: Props) {
  const { t, i18n } = useTranslation('runTrends');
  const { intervals, completed, failed, stopped } = trends;
  const highest = Math.max(1, ...intervals.map(countOf));
  const barWidth = box.width / intervals.length;
  return (
    <figure className={styles.trendChart}>
      <figcaption>{t('results')}</figcaption>
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('resultsSummary', { completed, failed, stopped })}
      >
        {intervals.map((interval, index) => {
          let top = box.height;
          return results.map((result) => {
            const height = (interval[result] / highest) * box.height;
            top -= height;
            return (
              height > 0 && (
                <rect
                  key={`${interval.startMS} ${result}`}
                  data-result={result}
                  x={index * barWidth + 1}
                  y={top}
                  width={Math.max(1, barWidth - 2)}
                  height={height}
                >
                  <title>{`${formatMoment(interval.startMS, i18n.language)}: ${t(`legend.${result}`)} ${interval[result]}`}</title>
                </rect>
              )
            );
          });
        })}
      </svg>
      <Ends intervals={intervals} />
      <p className={styles.legend}>
        {results.map((result) => (
          <span key={result} data-result={result}>
            {t(`legend.${result}`)} {trends[result]}
          </span>
        ))}
      </p>
    </figure>
  );
}

/** Median cycle times as a line with a dot for each interval that has one. */
export function CycleChart({ trends: { intervals } }: Props) {
  const { t, i18n } = useTranslation('runTrends');
  const highest = Math.max(0, ...intervals.map(({ cycleSeconds }) => cycleSeconds ?? 0));
  const step = box.width / intervals.length;
  const points = intervals.flatMap(({ cycleSeconds, startMS }, index) =>
    cycleSeconds === undefined
      ? []
      : [
          {
            startMS,
            cycleSeconds,
            x: (index + 0.5) * step,
            y: 4 + (1 - cycleSeconds / (highest || 1)) * (box.height - 8),
          },
        ],
  );
  return (
    <figure className={styles.trendChart}>
      <figcaption>{t('cycles')}</figcaption>
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`${t('cycles')}: ${points.map(({ cycleSeconds }) => formatDuration(cycleSeconds)).join(', ') || '–'}`}
      >
        <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {points.map(({ startMS, cycleSeconds, x, y }) => (
          <circle key={startMS} cx={x} cy={y} r={3}>
            <title>{`${formatMoment(startMS, i18n.language)}: ${formatDuration(cycleSeconds)}`}</title>
          </circle>
        ))}
      </svg>
      <Ends intervals={intervals} />
      <p className={styles.legend}>{highest > 0 && `0 – ${formatDuration(highest)}`}</p>
    </figure>
  );
}

function countOf({ completed, failed, stopped }: Interval): number {
  return completed + failed + stopped;
}

/** Beginning and end of the time shown. */
function Ends({ intervals }: { readonly intervals: readonly Interval[] }) {
  const { i18n } = useTranslation();
  const [first] = intervals;
  const last = intervals.at(-1);
  return (
    <p className={styles.ends}>
      {[first, last].map(
        (each, index) =>
          each && <span key={index === 0 ? 'first' : 'last'}>{formatMoment(each.startMS, i18n.language)}</span>,
      )}
    </p>
  );
}
