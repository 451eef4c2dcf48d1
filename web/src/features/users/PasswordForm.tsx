import { changePassword } from '@cellwright/calls';
import { passwordSchema } from '@cellwright/domain/cell';
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { translateIssue } from '../../i18n/cell-words.ts';
import { Section } from '../../ui/Page.tsx';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { showNote } from '../../ui/toasts.ts';
import styles from './Users.module.css';

/** Changes the user's own password. */
export function PasswordForm() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [endTokens, setEndTokens] = useState(false);
  const change = useMutation({
    mutationFn: () => cell.call(changePassword, { currentPassword: current, newPassword: next, endTokens }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      showNote(t('users.passwordChanged'));
    },
  });
  const checked = passwordSchema.safeParse(next);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={t('users.password')}>
      <form className={styles.stack} onSubmit={submit}>
        <SecretInput
          size="md"
          label={t('users.currentPassword')}
          value={current}
          autoComplete="current-password"
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <SecretInput
          size="md"
          label={t('users.newPassword')}
          description={t('users.passwordHelp')}
          value={next}
          error={next === '' ? undefined : translateIssue(checked.error)}
          autoComplete="new-password"
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Checkbox
          size="md"
          label={t('users.endTokens')}
          checked={endTokens}
          onChange={(event) => setEndTokens(event.currentTarget.checked)}
        />
        {change.error && (
          <p className={styles.problem} role="alert">
            {change.error.message}
          </p>
        )}
        <div className={styles.actions}>
          <Button size="md" type="submit" loading={change.isPending} disabled={current === '' || !checked.success}>
            {t('users.changePassword')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
