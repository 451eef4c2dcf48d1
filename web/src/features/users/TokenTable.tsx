import type { DeveloperToken } from '@cellwright/domain/cell';
import type { Stamps } from '@cellwright/entities';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { describeMaker } from '../../parts/describe-maker.ts';
import { formatDay, formatMoment } from '../../ui/format-time.ts';
import { showError, showNote } from '../../ui/toasts.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { isExpired } from './describe-user.ts';
import styles from './Users.module.css';

type StoredToken = DeveloperToken & Stamps;

/** Tokens, with their owners if some are of others, and a button to revoke each. */
export function TokenTable({ tokens, ownID }: { readonly tokens: readonly StoredToken[]; readonly ownID: string }) {
  const { t } = useTranslation();
  const showsMaker = tokens.some(({ createdByID }) => createdByID !== ownID);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('users.name')}</th>
            {showsMaker && <th scope="col">{t('users.madeBy')}</th>}
            <th scope="col">{t('users.may')}</th>
            <th scope="col">{t('users.made')}</th>
            <th scope="col">{t('users.expires')}</th>
            <th scope="col">{t('users.lastUsed')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} showsMaker={showsMaker} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TokenLine({ token, showsMaker }: { readonly token: StoredToken; readonly showsMaker: boolean }) {
  const { t, i18n } = useTranslation();
  const note = useInvalidate();
  const { id, name, permissions, createdAt, expiresAt, lastUsedAt } = token;
  const revoke = useMutation({
    mutationFn: () => cell.tokens.remove(id),
    onSuccess: () => showNote(t('users.revoked', { name })),
    onSettled: () => note('tokens'),
    onError: showError,
  });
  const end = expiresAt === null ? t('users.neverExpires') : formatDay(expiresAt, i18n.language);
  const may = permissions.map((permission) => t(`users.permission.${permission}`)).join(', ');
  return (
    <tr>
      <th scope="row">{name}</th>
      {showsMaker && <td>{describeMaker(t, token.createdByName)}</td>}
      <td>{may || t('users.read')}</td>
      <td>
        <time dateTime={createdAt}>{formatDay(createdAt, i18n.language)}</time>
      </td>
      <td>
        <time dateTime={expiresAt ?? undefined}>{isExpired(token, new Date()) ? t('users.expired') : end}</time>
      </td>
      <td>{lastUsedAt === null ? t('users.neverUsed') : formatMoment(lastUsedAt, i18n.language)}</td>
      <td>
        <ConfirmButton
          label={t('users.revoke')}
          question={t('users.revokeQuestion')}
          confirmLabel={t('users.revokeNow')}
          keepLabel={t('users.keep')}
          isWaiting={revoke.isPending}
          onConfirm={() => revoke.mutate()}
        />
      </td>
    </tr>
  );
}
