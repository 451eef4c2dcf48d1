import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { Section } from '../../ui/Page.tsx';
import styles from './Preflight.module.css';

/** Maximum length of a reason, characters. */
const longest = 1000;

/** Skips the test run, with a reason that all users see. */
export function SkipTestRun({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation('preflight');
  const [reason, setReason] = useState('');
  const { command, pending } = useCommand();
  const skip = async (event: FormEvent) => {
    event.preventDefault();
    if (await command('skipPreflightTestRun', { reason })) setReason('');
  };
  return (
    <Section title={t('skipTitle')}>
      <p className={styles.muted}>{t('skipHelp')}</p>
      <form className={styles.skip} onSubmit={(event) => void skip(event)}>
        <TextInput
          size="md"
          label={t('reason')}
          value={reason}
          maxLength={longest}
          disabled={isDisabled}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
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
