import { Alert, Button, Skeleton } from '@mantine/core';
import { IconLock, IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/use-me.ts';
import { useGranters, useUsers } from '../../api/use-users.ts';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { isNameOnly } from './describe-user.ts';
import { InviteUser } from './InviteUser.tsx';
import { UserDetail } from './UserDetail.tsx';
import { UserRow } from './UserRow.tsx';
import styles from './Users.module.css';

/** Users who may sign in: the list on the left, the chosen one on the right. */
export function PeoplePart() {
  const { t } = useTranslation();
  const [chosenID, choose] = useState<string>();
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useUsers();
  const me = useMe().data;
  if (error && !data)
    return <ErrorState title={t('users.listFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data || !me) return <Skeleton h={240} />;
  const mayManage = me.subject.permissions.includes('account');
  const first = data.items.find((user) => !isNameOnly(user)) ?? data.items[0];
  // The first user is chosen once: after the chosen user is deleted, none is chosen.
  if (chosenID === undefined && first) choose(first.id);
  const chosen = data.items.find(({ id }) => id === chosenID);
  const show = (id: string | undefined) => {
    if (id !== undefined) choose(id);
    setInviting(false);
  };
  return (
    <>
      {!mayManage && <NeedsAccount />}
      <div className={styles.columns}>
        <div className={styles.list}>
          {data.items.length === 0 && (
            <EmptyState Icon={IconUsers} title={t('users.none')} text={t('users.noneHelp')} />
          )}
          {data.items.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.id === me.user?.id}
              isChosen={!isInviting && user.id === chosen?.id}
              onChoose={() => show(user.id)}
            />
          ))}
          {mayManage && !isInviting && (
            <Button
              size="md"
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => setInviting(true)}
            >
              {t('users.invite')}
            </Button>
          )}
        </div>
        <div className={styles.detail}>
          {isInviting && mayManage ? (
            <InviteUser onDone={show} />
          ) : (
            chosen &&
            (isNameOnly(chosen) ? (
              <Section title={chosen.name}>
                <p className={styles.muted}>{t('users.nameOnly')}</p>
              </Section>
            ) : (
              <UserDetail key={chosen.id} user={chosen} isSelf={chosen.id === me.user?.id} mayManage={mayManage} />
            ))
          )}
        </div>
      </div>
    </>
  );
}

/** Shows which permission is missing, and who can grant it. */
function NeedsAccount() {
  const { t } = useTranslation();
  const granters = useGranters();
  return (
    <Alert color="gray" icon={<IconLock size={iconSizes.md} aria-hidden />} data-testid="needs-account">
      {t('users.needsAccount', { granters })}
    </Alert>
  );
}
