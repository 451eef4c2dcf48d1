import { Button, Skeleton } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useMe } from '../../api/use-me.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { MakeToken } from './MakeToken.tsx';
import { TokenTable } from './TokenTable.tsx';
import styles from './Users.module.css';

/** The user's own developer tokens; with the permission account those of all users. */
export function TokensPart() {
  const { t } = useTranslation();
  const [isMaking, setMaking] = useState(false);
  const me = useMe().data;
  const { data, error, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => cell.tokens.find({ limit: 200 }, signal),
  });
  if (error && !data)
    return <ErrorState title={t('users.tokensFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data || !me) return <Skeleton h={240} />;
  if (isMaking) {
    return (
      <div className={styles.detail}>
        <MakeToken held={me.subject.permissions} onDone={() => setMaking(false)} />
      </div>
    );
  }
  const isUser = me.user !== null;
  const add = isUser && (
    <Button size="md" leftSection={<IconPlus size={iconSizes.sm} aria-hidden />} onClick={() => setMaking(true)}>
      {t('users.newToken')}
    </Button>
  );
  if (data.items.length === 0) {
    return (
      <EmptyState
        Icon={IconKey}
        title={t('users.noTokens')}
        text={t(isUser ? 'users.noTokensHelp' : 'users.tokenByToken')}
        action={add}
      />
    );
  }
  return (
    <>
      <div className={styles.head}>
        <p className={styles.muted}>{t(isUser ? 'users.tokensHelp' : 'users.tokenByToken')}</p>
        {add}
      </div>
      <TokenTable tokens={data.items} ownID={me.subject.id} />
    </>
  );
}
