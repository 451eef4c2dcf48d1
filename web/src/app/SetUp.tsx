import { passwordSchema } from '@cellwright/domain/cell';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session.ts';
import { translateIssue } from '../i18n/cell-words.ts';
import { SecretInput } from '../ui/SecretInput.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import type { Invited } from './entrance.ts';

interface Props {
  readonly token: string;
  /** User that the link was made for; undefined for the first user, and for a link without one. */
  readonly invited: Invited | undefined;
}

/** Target of a set-up link: the first user of the cell, an invitation, or a new password. */
export function SetUp({ token, invited }: Props) {
  const { t } = useTranslation('entrance');
  const [name, setName] = useState('');
  const [username, setUsername] = useState(invited?.username ?? '');
  const [password, setPassword] = useState('');
  const checked = passwordSchema.safeParse(password);
  const problem = password === '' ? undefined : translateIssue(checked.error);
  return (
    <EntranceForm
      title={invited ? t('welcome', { name: invited.name }) : t('setUpTitle')}
      submitLabel={t('setUp')}
      isComplete={checked.success}
      // The link keeps its name and username.
      onSubmit={() => session.setUp({ token, name: name.trim(), username: invited ? '' : username.trim(), password })}
    >
      <Text c="var(--text-muted)">{t(invited ? 'welcomeHelp' : 'setUpHelp')}</Text>
      {!invited && (
        <TextInput
          size="md"
          label={t('name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          data-autofocus
        />
      )}
      <TextInput
        size="md"
        label={t('username')}
        value={username}
        // Visible, so that the browser stores the password for it; the user can change it later.
        readOnly={invited !== undefined}
        onChange={(event) => setUsername(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
      />
      <SecretInput
        size="md"
        label={t('newPassword')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={problem}
        autoComplete="new-password"
      />
    </EntranceForm>
  );
}
