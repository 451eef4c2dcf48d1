import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../ui/describe-runner.ts';
import { formatDuration } from '../../ui/format-time.ts';
import { kindLabel } from '../../ui/kind-label.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Runs.module.css';
import type { TimelineRow } from './timeline.ts';

const resultTones = {
  completed: 'good',
  failed: 'danger',
  stopped: 'neutral',
  skipped: 'neutral',
  unknown: 'caution',
  notExecuted: 'neutral',
  interrupted: 'danger',
} as const satisfies Record<string, Tone>;

function isResult(result: string): result is keyof typeof resultTones {
  return Object.hasOwn(resultTones, result);
}

interface LineProps {
  readonly row: TimelineRow;
  /** What people call the step. */
  readonly name: string | undefined;
  /** The run goes on: what has no end yet is being done. */
  readonly isOn: boolean;
  readonly style: CSSProperties;
}

/** One line of the timeline: when, what, how long, how it ended. */
export function TimelineLine({ row, name, isOn, style }: LineProps) {
  const { t } = useTranslation();
  const { result } = row;
  return (
    <div className={styles.row} style={style} data-tone={toneOf(row)} data-testid="timeline-row">
      <span className={`tabular ${styles.at}`}>{formatDuration(row.atSeconds)}</span>
      <span className={styles.what} style={{ paddingLeft: row.depth * 16 }} title={row.detail}>
        {row.stepPath !== null && <span className={styles.muted}>{row.stepPath} </span>}
        <strong>{describeWhat(t, row, name)}</strong>
        {row.isInBackground && <span className={styles.muted}> {t('runs.background')}</span>}
        {row.detail !== undefined && ` ${row.detail}`}
      </span>
      <span className={`tabular ${styles.took}`}>
        {row.durationSeconds === undefined ? '' : formatDuration(row.durationSeconds)}
      </span>
      <span>
        {result !== null && isResult(result) && (
          <StatusChip tone={resultTones[result]} word={t(`runs.stepResult.${result}`)} />
        )}
        {result === null && row.event === 'step' && isOn && (
          <StatusChip tone="notice" word={t('runs.stepResult.open')} />
        )}
      </span>
    </div>
  );
}

function describeWhat(t: TFunction, { event, stepKind }: TimelineRow, name: string | undefined): string {
  const kind = stepKind === null ? '' : kindLabel(stepKind);
  switch (event) {
    case 'step':
      return name === undefined ? kind : `${kind}: ${name}`;
    case 'stepStarted':
    case 'stepEnded':
    case 'runStarted':
    case 'effectIntended':
      return kind;
    default:
      return t(`runs.event.${event}`);
  }
}

function toneOf({ event, result }: TimelineRow): Tone | undefined {
  if (event === 'failed' || event === 'interrupted' || result === 'failed') return 'danger';
  return event === 'stepWarning' || event === 'paused' || result === 'unknown' ? 'caution' : undefined;
}
