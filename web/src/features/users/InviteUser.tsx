import { type Invitation, inviteUser } from '@cellwright/calls';
import { permissionsOf, usernameSchema } from '@cellwright/domain/cell';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { translateIssue } from '../../i18n/cell-words.ts';
import { Section } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { permissionsOfRole, type Role, roles } from './describe-user.ts';
import { addressFor, ShownOnce } from './ShownOnce.tsx';
import styles from './Users.module.css';

/** Invites a user, and shows the link once and the user's permissions. `onDone` receives the id of the user. */
export function InviteUser({ onDone }: { onDone(id: string | undefined): void }) {
  const { t, i18n } = useTranslation();
  const [invitation, setInvitation] = useState<Invitation>();
  if (!invitation) return <InviteForm onInvited={setInvitation} onCancel={() => onDone(undefined)} />;
  const { user, link } = invitation;
  const granted = permissionsOf(user).map((permission) => t(`users.permission.${permission}`));
  const list = new Intl.ListFormat(i18n.language).format(granted);
  return (
    <ShownOnce
      title={t('users.invitationTitle', { name: user.name })}
      help={t('users.invitationHelp', { name: user.name })}
      label={t('users.link')}
      secret={addressFor(user, link)}
      onDone={() => onDone(user.id)}
    >
      <p className={styles.invitedMay} data-testid="invited-may">
        {granted.length === 0 ? t('users.invitedMayLook', user) : t('users.invitedMay', { name: user.name, list })}
      </p>
    </ShownOnce>
  );
}

interface InvitationDraft {
  readonly name: string;
  readonly username: string;
  readonly role: Role;
}

const nobody: InvitationDraft = { name: '', username: '', role: 'operator' };
const invitationDrafts = createDrafts<InvitationDraft>('invitation');
const draftKey = 'new';

function InviteForm(props: { onInvited(invitation: Invitation): void; onCancel(): void }) {
  const { t } = useTranslation();
  const note = useInvalidate();
  const [draft, setDraft] = useDraft(invitationDrafts, draftKey, t('users.invite'));
  const { name, username, role } = draft ?? nobody;
  const change = (part: Partial<InvitationDraft>) => setDraft({ name, username, role, ...part });
  const invite = useMutation({
    mutationFn: () =>
      cell.call(inviteUser, { name: name.trim(), username: username.trim(), permissions: permissionsOfRole[role] }),
    onSuccess(invitation) {
      setDraft(undefined);
      props.onInvited(invitation);
    },
    onSettled: () => note('users'),
  });
  const problem = username === '' ? undefined : translateIssue(usernameSchema.safeParse(username).error);
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
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={t('users.username')}
            value={username}
            error={problem}
            autoComplete="off"
            autoCapitalize="none"
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
        </div>
        <RoleChoice role={role} onChange={(next) => change({ role: next })} />
        {invite.error && (
          <p className={styles.problem} role="alert">
            {invite.error.message}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            size="md"
            variant="default"
            onClick={() => {
              setDraft(undefined);
              props.onCancel();
            }}
          >
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

function RoleChoice({ role, onChange }: { readonly role: Role; onChange(role: Role): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.choice}>
      <span className={styles.label}>{t('users.invitedAs')}</span>
      <Segments
        label={t('users.invitedAs')}
        choices={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
        value={role}
        onChange={onChange}
      />
      <p className={styles.muted}>{t(`users.roleHelp.${role}`)}</p>
    </div>
  );
}
