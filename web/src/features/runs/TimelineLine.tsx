import { readEffect } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceOfEffect, effectText } from '../../parts/effect-text.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import type { Tone } from '../../ui/StatusChip.tsx';
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
  /** Sentence of the row's step. */
  readonly sentence: string;
  /** Returns the name of a device. */
  nameOfDevice(equipmentID: string): string | undefined;
  /** True if the run is under way: rows without an end are in progress. */
  readonly isOn: boolean;
  readonly style: CSSProperties;
}

/** Row of the timeline: time, event, duration, result. */
export function TimelineLine({ row, sentence, nameOfDevice, isOn, style }: LineProps) {
  const { t } = useTranslation();
  const { t: tEffects } = useTranslation('effects');
  const { result } = row;
  const what = row.event === 'step' ? sentence : describeEvent(t, row, describeEffect(tEffects, row, nameOfDevice));
  return (
    <div className={styles.row} style={style} data-tone={toneOf(row)} data-testid="timeline-row">
      <span className={`tabular ${styles.at}`}>{formatDuration(row.atSeconds)}</span>
      <span
        className={styles.what}
        style={{ paddingLeft: row.depth * 16 }}
        title={[what, row.detail].filter(Boolean).join(' ')}
      >
        {row.stepPath !== null && <span className={styles.muted}>{row.stepPath} </span>}
        <strong>{what}</strong>
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

/** @param effect the effect of the row, which `describeEffect` returns */
function describeEvent(t: TFunction, { event, effect: intent }: TimelineRow, effect: string): string {
  switch (event) {
    case 'effectEnded':
      return t(`runs.effect.${intent ? readEffect(intent).kind : 'other'}`, { what: effect });
    case 'step':
    case 'stepStarted':
    case 'stepEnded':
    case 'runStarted':
    case 'effectIntended':
      return '';
    default:
      return t(`runs.event.${event}`);
  }
}

function describeEffect(
  t: TFunction<'effects'>,
  { effect }: TimelineRow,
  nameOfDevice: LineProps['nameOfDevice'],
): string {
  if (!effect) return '';
  const deviceID = deviceOfEffect(effect);
  return effectText(t, readEffect(effect), deviceID === undefined ? undefined : nameOfDevice(deviceID));
}

function toneOf({ event, result }: TimelineRow): Tone | undefined {
  if (event === 'failed' || event === 'interrupted' || result === 'failed') return 'danger';
  return event === 'stepWarning' || event === 'paused' || result === 'unknown' ? 'caution' : undefined;
}
