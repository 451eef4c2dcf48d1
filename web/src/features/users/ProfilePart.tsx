import type { User } from '@cellwright/domain/cell';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { useGranters } from '../../api/use-users.ts';
import { Section } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { showNote } from '../../ui/toasts.ts';
import { missingPermissions } from './describe-user.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { PinForm } from './PinForm.tsx';
import styles from './Users.module.css';
import { type StoredUser, useChangeUser } from './use-users.ts';

/** Settings that all users change for themselves. */
export function ProfilePart() {
  const { t } = useTranslation();
  const { data: me, error, refetch } = useMe();
  if (error && !me)
    return <ErrorState title={t('users.listFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!me) return <Skeleton h={240} />;
  if (!me.user) return <EmptyState Icon={IconUser} title={t('users.noProfile')} text={t('users.noProfileHelp')} />;
  return (
    <div className={styles.two}>
      <div className={styles.stack}>
        <About user={me.user} />
        {me.user.managedBy === undefined && <PasswordForm />}
      </div>
      <div className={styles.stack}>
        <PinForm user={me.user} />
        <MayNot user={me.user} />
      </div>
    </div>
  );
}

const nameDrafts = createDrafts<string>('profile name');

const units = ['meter', 'millimeter', 'inch'] as const satisfies readonly User['distanceUnit'][];

function About({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeUser(user.id);
  const [draft, setName] = useDraft(nameDrafts, user.id, t('users.name'));
  const name = draft ?? user.name;
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { name: name.trim() },
      {
        onSuccess() {
          setName(undefined);
          showNote(t('users.saved'));
        },
      },
    );
  };
  return (
    <Section title={t('users.about')}>
      <form className={styles.oneLine} onSubmit={save}>
        <TextInput
          size="md"
          label={t('users.name')}
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={({ currentTarget: { value } }) => setName(value === user.name ? undefined : value)}
        />
        <Button size="md" type="submit" loading={isPending} disabled={name.trim() === '' || name.trim() === user.name}>
          {t('users.save')}
        </Button>
      </form>
      <div className={styles.choice}>
        <span className={styles.label}>{t('users.distanceUnit')}</span>
        <Segments
          label={t('users.distanceUnit')}
          choices={units.map((value) => ({ value, label: t(`users.unit.${value}`) }))}
          value={user.distanceUnit}
          onChange={(distanceUnit) => mutate({ distanceUnit })}
        />
        <p className={styles.muted}>{t('users.unitHelp')}</p>
      </div>
    </Section>
  );
}

/** Shows which permission is missing, and who can grant it. */
function MayNot({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  const granters = useGranters();
  const missing = missingPermissions(user);
  if (missing.length === 0) return null;
  return (
    <Section title={t('users.missing')}>
      <ul className={styles.missing}>
        {missing.map((permission) => (
          <li key={permission}>
            {t('users.missingPermission', {
              permission: t(`users.permission.${permission}`),
              what: t(`users.permissionHelp.${permission}`),
            })}
          </li>
        ))}
      </ul>
      <p className={styles.muted}>{t('users.granters', { granters })}</p>
    </Section>
  );
}
