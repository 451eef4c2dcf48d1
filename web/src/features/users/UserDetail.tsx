import type { Permission } from '@cellwright/domain/cell';
import { permissions, permissionsOf } from '@cellwright/domain/cell';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { AccessActions } from './AccessActions.tsx';
import { stateOf } from './describe-user.ts';
import { addressFor, ShownOnce } from './ShownOnce.tsx';
import { UserChip } from './UserRow.tsx';
import styles from './Users.module.css';
import { type StoredUser, useChangeUser } from './use-users.ts';

interface UserDetailProps {
  readonly user: StoredUser;
  readonly isSelf: boolean;
  readonly mayManage: boolean;
}

/** One user: name, permissions, and access. */
export function UserDetail({ user, isSelf, mayManage }: UserDetailProps) {
  const { t } = useTranslation();
  const { name } = user;
  const [resetLink, setResetLink] = useState<string>();
  return (
    <>
      {resetLink !== undefined && (
        <ShownOnce
          title={t('users.resetTitle', { name })}
          help={t('users.resetHelp', { name })}
          label={t('users.link')}
          secret={addressFor(user, resetLink)}
          onDone={() => setResetLink(undefined)}
        />
      )}
      <Section title={name}>
        <UserFacts user={user} />
      </Section>
      <Section title={t('users.permissions')}>
        {user.managedBy !== undefined && (
          <p className={styles.note}>{t('users.managed', { provider: user.managedBy })}</p>
        )}
        {mayManage && user.managedBy === undefined ? <PermissionSwitches user={user} /> : <Grants user={user} />}
      </Section>
      {mayManage && (
        <Section title={t('users.access')}>
          <AccessActions user={user} isSelf={isSelf} onResetLink={setResetLink} />
        </Section>
      )}
    </>
  );
}

function UserFacts({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  const state = stateOf(user);
  const facts = [
    { label: t('users.username'), text: user.username },
    { label: t('users.position'), text: user.position },
    { label: t('users.email'), text: user.email?.email },
  ].filter(({ text }) => text !== undefined);
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t('users.access')}</dt>
          <dd data-testid="user-state">
            <UserChip user={user} />
          </dd>
        </div>
      </dl>
      {state !== 'active' && <p className={styles.note}>{t(`users.${state}Help`)}</p>}
    </>
  );
}

/** Permissions as stored in the cell; a switch moves when the cell has confirmed it. */
function PermissionSwitches({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeUser(user.id);
  const mayOnlyLook = permissionsOf(user).length === 0;
  const set = (permission: Permission, isGranted: boolean) => mutate({ permissions: { [permission]: isGranted } });
  return (
    <div className={styles.switches}>
      {mayOnlyLook && <p className={styles.muted}>{t('users.mayOnlyLook', user)}</p>}
      {permissions.map((permission) => (
        <Switch
          key={permission}
          size="md"
          label={t(`users.permission.${permission}`)}
          description={t(`users.permissionHelp.${permission}`)}
          checked={user.permissions[permission]}
          disabled={isPending}
          onChange={(event) => set(permission, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

/** The same for users who can only read it. */
function Grants({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.grants}>
      {permissions.map((permission) => {
        const isGranted = user.permissions[permission];
        return (
          <li key={permission}>
            <div>
              {t(`users.permission.${permission}`)}
              <p className={styles.muted}>{t(`users.permissionHelp.${permission}`)}</p>
            </div>
            <StatusChip
              tone={isGranted ? 'good' : 'neutral'}
              word={t(isGranted ? 'users.granted' : 'users.notGranted')}
            />
          </li>
        );
      })}
    </ul>
  );
}
