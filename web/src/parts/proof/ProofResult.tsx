import type { ProofFinding, ProofReport } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlayerPlay, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '../../i18n/cell-words.ts';
import { inUnit, type LengthUnit } from '../../ui/length.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import type { Asked } from '../../ui/use-asked.ts';
import { formatDuration } from '../format-duration.ts';
import { tourMark } from '../tour-mark.ts';
import styles from './ProofResult.module.css';

interface Props {
  readonly proof: Asked<ProofReport>;
  /** Unit of the distances. */
  readonly length: LengthUnit;
  /** Plays the dry run in the 3D view; null while there is none to play. Without it, dry runs are not played. */
  readonly onPlay?: (() => void) | null;
  /** Called when a finding is tapped. Without it, findings cannot be tapped. */
  onFinding?(finding: ProofFinding): void;
}

/** Dry run of a routine: its button, its outcome, its times and its findings. Texts: i18n/author.ts. */
export function ProofResult({ proof, length, onPlay, onFinding }: Props) {
  const { t } = useTranslation();
  const { isRunning, report, isOld, error } = proof;
  const status = isRunning
    ? t('editor.proof.running')
    : error !== undefined
      ? textOf(error)
      : report
        ? t(isOld ? 'editor.proof.old' : `editor.proof.outcome.${report.outcome}`)
        : t('editor.proof.help');
  return (
    <section className={styles.proof} aria-label={t('editor.proof.title')}>
      <div className={styles.head}>
        <Button
          {...tourMark('dryRun')}
          size="md"
          variant="default"
          disabled={isRunning}
          leftSection={<IconRoute size={iconSizes.sm} aria-hidden />}
          onClick={proof.ask}
        >
          {t('editor.proof.prove')}
        </Button>
        <output className={styles.status} data-testid="proof-status">
          {status}
        </output>
      </div>
      <Totals report={report} length={length} />
      {onPlay !== undefined && (
        <Button
          size="md"
          variant="default"
          disabled={onPlay === null || isRunning}
          leftSection={<IconPlayerPlay size={iconSizes.sm} aria-hidden />}
          onClick={() => onPlay?.()}
        >
          {t('editor.proof.play')}
        </Button>
      )}
      <ul {...tourMark('findings')} className={styles.findings} data-testid="proof-findings">
        {(report?.findings ?? []).map((finding) => (
          <Finding key={`${finding.kind} ${finding.stepID} ${finding.message}`} finding={finding} onTap={onFinding} />
        ))}
      </ul>
    </section>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shown before the dry run, too, so that the layout does not jump when it is done. */
function Totals({ report, length }: { readonly report: ProofReport | undefined; readonly length: LengthUnit }) {
  const { t } = useTranslation();
  const totals = report?.totals;
  const seconds = (value: number | null | undefined) =>
    value === undefined || value === null ? '–' : formatDuration(value, 2);
  const clearance = totals?.leastClearance;
  const rows = [
    ['cycleTime', seconds(totals?.cycleTimeSeconds)],
    ['duration', seconds(totals?.durationSeconds)],
    ['moving', seconds(totals?.movingSeconds)],
    ['planning', seconds(totals?.planningSeconds)],
    ['device', seconds(totals?.deviceSeconds)],
    ['waiting', seconds(totals?.waitingSeconds)],
    ['clearance', clearance ? `${quantityText(inUnit(clearance.meters, length), length.digits)} ${length.unit}` : '–'],
  ] as const;
  return (
    <dl className={styles.totals} data-testid="proof-totals">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`editor.proof.totals.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FindingProps {
  readonly finding: ProofFinding;
  readonly onTap: ((finding: ProofFinding) => void) | undefined;
}

function Finding({ finding, onTap }: FindingProps) {
  const { t } = useTranslation();
  const { kind, severity, stepPath } = finding;
  const Icon = severity === 'note' ? IconInfoCircle : IconAlertTriangle;
  const content = (
    <>
      <Icon size={iconSizes.sm} aria-label={t(`editor.proof.severity.${severity}`)} />
      <span className={styles.text}>
        <strong>
          {stepPath === null ? '' : `${stepPath} · `}
          {t(`editor.proof.kinds.${kind}`)}
        </strong>
        <span>{translateMessage(finding)}</span>
      </span>
    </>
  );
  return (
    <li>
      {onTap ? (
        <button type="button" className={styles.finding} data-severity={severity} onClick={() => onTap(finding)}>
          {content}
        </button>
      ) : (
        <div className={styles.finding} data-severity={severity}>
          {content}
        </div>
      )}
    </li>
  );
}
