import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useTextDraft } from '../../api/unsaved/use-text-draft.ts';
import { useCommand } from '../../api/use-command.ts';
import { Section } from '../../ui/Page.tsx';
import styles from './Preflight.module.css';

/** Maximum length of a reason, characters. */
const longest = 1000;

const initialTexts = { reason: '' };
const skipDrafts = createDrafts<Readonly<Record<keyof typeof initialTexts, string>>>('skipped test run');

/** Skips the test run, with a reason that all users see. */
export function SkipTestRun({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation('preflight');
  const { texts, field, discard } = useTextDraft(skipDrafts, 'new', t('skipTitle'), initialTexts);
  const { reason } = texts;
  const { command, pending } = useCommand();
  const skip = async (event: FormEvent) => {
    event.preventDefault();
    if (await command('skipPreflightTestRun', { reason })) discard();
  };
  return (
    <Section title={t('skipTitle')}>
      <p className={styles.muted}>{t('skipHelp')}</p>
      <form className={styles.skip} onSubmit={(event) => void skip(event)}>
        <TextInput {...field('reason')} label={t('reason')} maxLength={longest} disabled={isDisabled} />
        <Button
          size="md"
          type="submit"
          variant="default"
          loading={pending !== undefined}
          disabled={isDisabled || reason.trim() === ''}
        >
          {t('skip')}
        </Button>
      </form>
    </Section>
  );
}
