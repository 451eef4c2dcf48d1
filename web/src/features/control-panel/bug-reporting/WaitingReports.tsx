import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import styles from '../ControlPanel.module.css';
import type { WaitingReport } from './report-outbox.ts';
import { outbox } from './use-outbox.ts';

interface Props {
  readonly waiting: readonly WaitingReport[];
  readonly userID: string;
}

/** Reports that the cell has not stored yet; nothing if there are none. */
export function WaitingReports({ waiting, userID }: Props) {
  const { t } = useTranslation('bugReporting');
  if (waiting.length === 0) return null;
  return (
    <Section title={t('waiting')}>
      <p className={styles.muted}>{t('waitingHelp')}</p>
      {waiting.map((report) => (
        <WaitingRow
          key={report.id}
          report={report}
          onRetry={() => {
            outbox.retry(report.id);
            void outbox.sendAll(userID);
          }}
        />
      ))}
    </Section>
  );
}

function WaitingRow({ report, onRetry }: { readonly report: WaitingReport; onRetry(): void }) {
  const { t, i18n } = useTranslation('bugReporting');
  const { createdAt, isBundleWanted, refusal } = report;
  const facts = [formatMoment(createdAt, i18n.language), ...(isBundleWanted ? [t('withDiagnostics')] : [])];
  return (
    <div className={styles.flag}>
      <div className={styles.flagText}>
        <strong>{report.report.description}</strong>
        <span className={styles.muted}>{facts.join(' · ')}</span>
        {refusal !== undefined && <span role="alert">{t('refused', { reason: refusal })}</span>}
      </div>
      <div className={styles.tools}>
        <Button size="md" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button size="md" variant="subtle" onClick={() => outbox.remove(report.id)}>
          {t('remove')}
        </Button>
      </div>
    </div>
  );
}
