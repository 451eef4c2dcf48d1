import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session.ts';
import { cellErrors } from '../i18n/cell-errors.ts';
import { SecretInput } from '../ui/SecretInput.tsx';
import { showError } from '../ui/toasts.ts';
import { EntranceForm } from './EntranceForm.tsx';
import { singleSignOn } from './single-sign-on.ts';

/** Signs in by username and password, or by a token. */
export function SignIn() {
  const { t } = useTranslation('entrance');
  const [byToken, setByToken] = useState(false);
  const ended = session.endedBecause;
  const note = ended === undefined ? undefined : t('ended');
  return (
    <>
      {byToken ? <ByToken note={note} /> : <ByPassword note={note} />}
      <ByProvider />
      <Button size="md" variant="subtle" color="gray" onClick={() => setByToken(!byToken)}>
        {t(byToken ? 'usePassword' : 'useToken')}
      </Button>
    </>
  );
}

/** Button of the OpenID provider, if the cell has one. */
function ByProvider() {
  const { t } = useTranslation('entrance');
  const [provider, setProvider] = useState<{ readonly name: string }>();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => void singleSignOn.read().then(setProvider), []);
  if (!provider) return null;
  const open = () => {
    setLeaving(true);
    singleSignOn.begin().catch((refusal) => {
      setLeaving(false);
      showError(cellErrors.translate(refusal));
    });
  };
  return (
    <Button size="md" w={440} maw="100%" variant="default" loading={isLeaving} onClick={open}>
      {t('byProvider', { name: provider.name })}
    </Button>
  );
}

function ByPassword({ note }: { readonly note: string | undefined }) {
  const { t } = useTranslation('entrance');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <EntranceForm
      title={t('title')}
      submitLabel={t('submit')}
      isComplete={username.trim() !== '' && password !== ''}
      note={note}
      onSubmit={() => session.signIn(username.trim(), password)}
    >
      <TextInput
        size="md"
        label={t('username')}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
        data-autofocus
      />
      <SecretInput
        size="md"
        label={t('password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
      />
    </EntranceForm>
  );
}

function ByToken({ note }: { readonly note: string | undefined }) {
  const { t } = useTranslation('entrance');
  const [token, setToken] = useState('');
  return (
    <EntranceForm
      title={t('title')}
      submitLabel={t('submit')}
      isComplete={token.trim() !== ''}
      refusedText={t('refused')}
      note={note}
      onSubmit={() => session.signInByToken(token.trim())}
    >
      <SecretInput
        size="md"
        label={t('token')}
        description={t('help')}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        autoComplete="off"
      />
    </EntranceForm>
  );
}
