import type { Invitation } from '@cellwright/client';
import { usernameSchema } from '@cellwright/domain';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useNoteChange } from '../../api/cell.ts';
import { Section } from '../../ui/Page.tsx';
import { addressOf, ShownOnce } from './ShownOnce.tsx';
import styles from './Users.module.css';

/** Invites a user, and shows the link once. `onDone` gets the id of whoever was invited. */
export function InviteUser({ onDone }: { onDone(id: string | undefined): void }) {
  const { t } = useTranslation();
  const [invitation, setInvitation] = useState<Invitation>();
  if (!invitation) return <InviteForm onInvited={setInvitation} onCancel={() => onDone(undefined)} />;
  const { user, link } = invitation;
  return (
    <ShownOnce
      title={t('users.invitationTitle', { name: user.name })}
      help={t('users.invitationHelp', { name: user.name })}
      label={t('users.link')}
      secret={addressOf(link)}
      onDone={() => onDone(user.id)}
    />
  );
}

function InviteForm(props: { onInvited(invitation: Invitation): void; onCancel(): void }) {
  const { t } = useTranslation();
  const note = useNoteChange();
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const invite = useMutation({
    mutationFn: () => cell.users.invite({ name: name.trim(), username: username.trim() }),
    onSuccess: props.onInvited,
    onSettled: () => note('users'),
  });
  const problem = username === '' ? undefined : usernameSchema.safeParse(username).error?.issues[0]?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Section title={t('users.invite')}>
      <form onSubmit={submit}>
        <p className={styles.note}>{t('users.inviteHelp')}</p>
        <div className={styles.fields}>
          <TextInput
            size="md"
            label={t('users.name')}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            size="md"
            label={t('users.username')}
            value={username}
            error={problem}
            autoComplete="off"
            autoCapitalize="none"
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
        </div>
        {invite.error && (
          <p className={styles.problem} role="alert">
            {invite.error.message}
          </p>
        )}
        <div className={styles.buttons}>
          <Button size="md" variant="default" onClick={props.onCancel}>
            {t('users.cancel')}
          </Button>
          <Button
            size="md"
            type="submit"
            loading={invite.isPending}
            disabled={name.trim() === '' || username === '' || problem !== undefined}
          >
            {t('users.sendInvitation')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
