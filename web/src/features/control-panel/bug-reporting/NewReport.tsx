import { Button, Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { showNote } from '../../../ui/toasts.ts';
import { useTextFields } from '../../../ui/use-text-fields.ts';
import styles from '../ControlPanel.module.css';
import { createReport, type Frequency, frequencies, maxFieldLength, reportFields } from './report-texts.ts';
import { outbox, reportsKey } from './use-outbox.ts';

const empty = { description: '', expected: '', steps: '' };

/** Form of a new report. What it contains is kept in this browser until the cell has stored it. */
export function NewReport({ userID }: { readonly userID: string }) {
  const [formNumber, setFormNumber] = useState(0);
  return <ReportForm key={formNumber} userID={userID} onKept={() => setFormNumber((before) => before + 1)} />;
}

interface FormProps {
  readonly userID: string;
  /** Called when the report is kept, so that the next one can be written. */
  onKept(): void;
}

function ReportForm({ userID, onKept }: FormProps) {
  const { t } = useTranslation('bugReporting');
  const { texts, field } = useTextFields(empty);
  const [frequency, setFrequency] = useState<Frequency>('once');
  const [isBundleWanted, setBundleWanted] = useState(true);
  const [isSending, setSending] = useState(false);
  const queries = useQueryClient();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = outbox.add({ userID, report: createReport(texts, frequency), isBundleWanted });
    if (id === undefined) return showNote(t('waitingFull'));
    setSending(true);
    await outbox.sendAll(userID);
    setSending(false);
    const kept = outbox.list().find((report) => report.id === id);
    if (!kept) void queries.invalidateQueries({ queryKey: reportsKey });
    showNote(kept?.refusal === undefined ? t(kept ? 'kept' : 'saved') : t('refused', { reason: kept.refusal }));
    onKept();
  };
  return (
    <Section title={t('new')}>
      <form className={styles.cards} onSubmit={(event) => void submit(event)}>
        {reportFields.map((name) => (
          <Textarea
            key={name}
            label={t(name)}
            required={name === 'description'}
            autosize
            minRows={name === 'expected' ? 1 : 2}
            maxLength={maxFieldLength}
            {...field(name)}
          />
        ))}
        <div className={styles.choice}>
          <span>{t('frequency')}</span>
          <Segments<Frequency>
            label={t('frequency')}
            value={frequency}
            choices={frequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
            onChange={setFrequency}
          />
        </div>
        <Switch
          label={t('attach')}
          description={t('attachHelp')}
          checked={isBundleWanted}
          onChange={({ currentTarget }) => setBundleWanted(currentTarget.checked)}
        />
        <p className={styles.muted}>{t('storedHere')}</p>
        <div className={styles.tools}>
          <Button type="submit" size="md" loading={isSending} disabled={texts.description.trim() === ''}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
