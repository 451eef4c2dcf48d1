import { passwordSchema } from '@cellwright/domain';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session.ts';
import { SecretInput } from '../ui/SecretInput.tsx';
import { EntranceForm } from './EntranceForm.tsx';

/** What a link leads to: the first user of the cell, an invitation, or a new password. */
export function SetUp({ token }: { readonly token: string }) {
  const { t } = useTranslation('entrance');
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const checked = passwordSchema.safeParse(password);
  const problem = password === '' ? undefined : checked.error?.issues[0]?.message;
  return (
    <EntranceForm
      title={t('setUpTitle')}
      submitLabel={t('setUp')}
      isComplete={checked.success}
      onSubmit={() => session.setUp({ token, name: name.trim(), username: username.trim(), password })}
    >
      <Text c="var(--text-muted)">{t('setUpHelp')}</Text>
      <TextInput
        size="md"
        label={t('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="name"
        data-autofocus
      />
      <TextInput
        size="md"
        label={t('username')}
        value={username}
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
