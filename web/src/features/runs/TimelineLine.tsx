import { describeEffect } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { formatDuration } from '../../parts/format-duration.ts';
import type { Tone } from '../../ui/StatusChip.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Runs.module.css';
import type { Effect, TimelineRow } from './timeline.ts';

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
  const { result } = row;
  const what = row.event === 'step' ? sentence : describeEvent(t, row, nameOfDevice);
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

function describeEvent(t: TFunction, { event, effect }: TimelineRow, nameOfDevice: LineProps['nameOfDevice']): string {
  switch (event) {
    case 'effectEnded':
      return describeIntent(t, effect, nameOfDevice);
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

const effectKinds = ['setOutputs', 'actuateDevice', 'sendHttpRequest', 'press'] as const;
const commandSchema = z.object({ equipmentID: z.string() });

/** Describes the intended effect of a step. */
function describeIntent(t: TFunction, effect: Effect | undefined, nameOfDevice: LineProps['nameOfDevice']): string {
  const kind = effectKinds.find((each) => each === effect?.kind);
  if (!effect || !kind) return t('runs.effect.other');
  const device = commandSchema.safeParse(effect.details).data?.equipmentID;
  const named = device === undefined ? undefined : nameOfDevice(device);
  return t(`runs.effect.${kind}`, { what: named ?? describeEffect(effect) });
}

function toneOf({ event, result }: TimelineRow): Tone | undefined {
  if (event === 'failed' || event === 'interrupted' || result === 'failed') return 'danger';
  return event === 'stepWarning' || event === 'paused' || result === 'unknown' ? 'caution' : undefined;
}
