import { type ListedBugReport, listedBugReportSchema } from '@cellwright/domain/cell';
import { bugReports, type Stamps } from '@cellwright/entities';
import { Button, Skeleton } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createPanelListingOf } from '../../../api/control-panel.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { showError, showNote } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { saveArchive } from '../save-file.ts';
import { readReport } from './report-texts.ts';
import { reportsKey } from './use-outbox.ts';

const reports = createPanelListingOf(bugReports, listedBugReportSchema);
/** Number of reports shown. */
const shownCount = 50;

type StoredReport = ListedBugReport & Stamps;

/** Newest reports that the cell has stored. */
export function StoredReports() {
  const { t } = useTranslation('bugReporting');
  const { data, error, refetch } = useQuery({
    queryKey: reportsKey,
    queryFn: ({ signal }) => reports.find({ sort: '-createdAt', limit: shownCount }, signal),
  });
  return (
    <Section title={t('stored')}>
      {!data && error && <ErrorState title={t('storedFailed')} reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data?.items.length === 0 && <EmptyState Icon={IconBug} title={t('none')} text={t('noneHelp')} />}
      {data?.items.map((report) => (
        <ReportRow key={report.id} report={report} />
      ))}
    </Section>
  );
}

/** Report with its fields, its archive and its removal. */
export function ReportRow({ report }: { readonly report: StoredReport }) {
  const { t, i18n } = useTranslation('bugReporting');
  const { description, others } = readReport(report);
  const time = formatMoment(report.createdAt, i18n.language);
  return (
    <div className={styles.flag}>
      <div className={styles.flagText}>
        <strong>{description ?? t('ofProgram')}</strong>
        {others.map(([name, text]) => (
          <span key={name}>
            <FieldName name={name} />: <FieldText name={name} text={text} />
          </span>
        ))}
        <span className={styles.muted}>{t('by', { time, name: report.updatedByName })}</span>
      </div>
      <ReportActions report={report} />
    </div>
  );
}

/** Name of a field of this screen; a program's field has its own name. */
function FieldName({ name }: { readonly name: string }) {
  const { t } = useTranslation('bugReporting');
  return name === 'expected' || name === 'steps' || name === 'frequency' ? t(name) : name;
}

function FieldText({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation('bugReporting');
  const isFrequency = name === 'frequency' && (text === 'once' || text === 'sometimes' || text === 'always');
  return isFrequency ? t(`frequencies.${text}`) : text;
}

function ReportActions({ report }: { readonly report: StoredReport }) {
  const { t } = useTranslation('bugReporting');
  const queries = useQueryClient();
  const download = useMutation({
    mutationFn: () => reports.get(report.id),
    onSuccess: ({ bundle }) => bundle && saveArchive(bundle),
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: () => reports.remove(report.id),
    onSuccess: () => {
      showNote(t('removed'));
      return queries.invalidateQueries({ queryKey: reportsKey });
    },
    onError: showError,
  });
  return (
    <div className={styles.tools}>
      {report.bundleFileName !== undefined && (
        <Button size="md" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('download')}
        </Button>
      )}
      <Button size="md" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('remove')}
      </Button>
    </div>
  );
}
