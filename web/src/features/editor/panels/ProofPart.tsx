import type { ProofFinding, ProofReport } from '@cellwright/domain';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../../api/use-me.ts';
import { inUnit } from '../../../ui/length.ts';
import { quantityText } from '../../../ui/quantity-text.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Proves the routine as it is here, and says what a run would meet; a tap on a finding leads to its step. */
export function ProofPart({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  const { proof } = useEditor();
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
      <div className={styles.proofHead}>
        <Button
          size="md"
          variant="default"
          disabled={isRunning}
          leftSection={<IconRoute size={iconSizes.sm} aria-hidden />}
          onClick={proof.ask}
        >
          {t('editor.proof.prove')}
        </Button>
        <output className={styles.proofStatus} data-testid="proof-status">
          {status}
        </output>
      </div>
      <Totals report={report} />
      <ul className={styles.plainList} data-testid="proof-findings">
        {(report?.findings ?? []).map((finding) => (
          <Finding key={`${finding.kind} ${finding.stepID} ${finding.message}`} finding={finding} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** There before the proof, so that nothing jumps when it is done. */
function Totals({ report }: { readonly report: ProofReport | undefined }) {
  const { t } = useTranslation();
  const length = useLengthUnit();
  const totals = report?.totals;
  const seconds = (value: number | null | undefined) =>
    value === undefined || value === null ? '–' : `${value.toFixed(2)} s`;
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
    <dl className={styles.proofTotals} data-testid="proof-totals">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`editor.proof.totals.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Finding({ finding, onOpen }: { readonly finding: ProofFinding; onOpen(): void }) {
  const { t } = useTranslation();
  const { selection } = useEditor();
  const { kind, severity, stepID, stepPath, message } = finding;
  const Icon = severity === 'note' ? IconInfoCircle : IconAlertTriangle;
  return (
    <li>
      <button
        type="button"
        className={styles.listButton}
        data-severity={severity}
        onClick={() => {
          if (stepID !== null) selection.reveal(stepID);
          onOpen();
        }}
      >
        <Icon size={iconSizes.sm} aria-label={t(`editor.proof.severity.${severity}`)} />
        <span className={styles.findingText}>
          <strong>
            {stepPath === null ? '' : `${stepPath} · `}
            {t(`editor.proof.kinds.${kind}`)}
          </strong>
          <span>{message}</span>
        </span>
      </button>
    </li>
  );
}
