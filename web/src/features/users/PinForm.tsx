import { changePin } from '@cellwright/calls';
import { pinSchema } from '@cellwright/domain/cell';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { translateIssue } from '../../i18n/cell-words.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { showNote } from '../../ui/toasts.ts';
import styles from './Users.module.css';
import type { StoredUser } from './use-users.ts';

/** Sets or changes the user's own PIN. */
export function PinForm({ user: { pinChangedAt, managedBy } }: { readonly user: StoredUser }) {
  const { t, i18n } = useTranslation();
  const note = useInvalidate();
  const [password, setPassword] = useState('');
  const [pin, setPin] = useState('');
  const change = useMutation({
    mutationFn: () => cell.call(changePin, { password, pin }),
    onSuccess: () => {
      setPassword('');
      setPin('');
      note('users');
      showNote(t('users.pinSaved'));
    },
  });
  const isProven = managedBy !== undefined || password !== '';
  const checked = pinSchema.safeParse(pin);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={t('users.pin')}>
      <form className={styles.stack} onSubmit={submit}>
        <p className={styles.muted} data-testid="pin-state">
          {pinChangedAt === undefined
            ? t('users.noPin')
            : t('users.pinSince', { when: formatMoment(pinChangedAt, i18n.language) })}
        </p>
        <SecretInput
          size="md"
          label={t('users.newPin')}
          description={t('users.pinHelp')}
          value={pin}
          error={pin === '' ? undefined : translateIssue(checked.error)}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setPin(event.currentTarget.value)}
        />
        {managedBy === undefined ? (
          <SecretInput
            size="md"
            label={t('users.password')}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : (
          <p className={styles.muted}>{t('users.pinNeedsSignIn')}</p>
        )}
        {change.error && (
          <p className={styles.problem} role="alert">
            {change.error.message}
          </p>
        )}
        <div className={styles.actions}>
          <Button size="md" type="submit" loading={change.isPending} disabled={!isProven || !checked.success}>
            {t(pinChangedAt === undefined ? 'users.setPin' : 'users.changePin')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
