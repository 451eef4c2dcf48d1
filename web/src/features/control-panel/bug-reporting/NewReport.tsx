import { Button, Switch, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { Section } from '../../../ui/Page.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { showNote } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import {
  createReport,
  type Frequency,
  frequencies,
  maxFieldLength,
  type ReportTexts,
  reportFields,
} from './report-texts.ts';
import { outbox, reportsKey } from './use-outbox.ts';

type ReportDraft = ReportTexts & { readonly frequency: Frequency };

const empty: ReportDraft = { description: '', expected: '', steps: '', frequency: 'once' };
/** The report that is being written. It outlives the form: the control panel may be locked meanwhile. */
const reportDrafts = createDrafts<ReportDraft>('bug report');
const draftKey = 'new';

/** Form of a new report. What it contains is kept in this browser until the cell has stored it. */
export function NewReport({ userID }: { readonly userID: string }) {
  const { t } = useTranslation('bugReporting');
  const [draft = empty, setDraft] = useDraft(reportDrafts, draftKey, t('new'));
  const [isBundleWanted, setBundleWanted] = useState(true);
  const [isSending, setSending] = useState(false);
  const queries = useQueryClient();
  const change = (part: Partial<ReportDraft>) => {
    const next = { ...draft, ...part };
    const isEmpty = reportFields.every((name) => next[name] === '') && next.frequency === empty.frequency;
    setDraft(isEmpty ? undefined : next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { frequency, ...texts } = draft;
    const id = outbox.add({ userID, report: createReport(texts, frequency), isBundleWanted });
    if (id === undefined) return showNote(t('waitingFull'));
    setDraft(undefined);
    setBundleWanted(true);
    setSending(true);
    await outbox.sendAll(userID);
    setSending(false);
    const kept = outbox.list().find((report) => report.id === id);
    if (!kept) void queries.invalidateQueries({ queryKey: reportsKey });
    showNote(kept?.refusal === undefined ? t(kept ? 'kept' : 'saved') : t('refused', { reason: kept.refusal }));
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
            size="md"
            value={draft[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
        <div className={styles.choice}>
          <span>{t('frequency')}</span>
          <Segments<Frequency>
            label={t('frequency')}
            value={draft.frequency}
            choices={frequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
            onChange={(frequency) => change({ frequency })}
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
          <Button type="submit" size="md" loading={isSending} disabled={draft.description.trim() === ''}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
