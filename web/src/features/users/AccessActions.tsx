import { createResetLink } from '@cellwright/calls';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { useMe } from '../../api/use-me.ts';
import { showError, showNote, showUndo } from '../../ui/toasts.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import styles from './Users.module.css';
import { type StoredUser, useChangeUser } from './use-users.ts';

interface AccessActionsProps {
  readonly user: StoredUser;
  readonly isSelf: boolean;
  onResetLink(link: string): void;
}

/**
 * Actions to create a link for a new password, disable and enable access, and remove a user. Users cannot lock
 * themselves out.
 */
export function AccessActions({ user, isSelf, onResetLink }: AccessActionsProps) {
  const { t } = useTranslation();
  const note = useInvalidate();
  const { id, name } = user;
  const isDisabled = user.disabledBy !== undefined;
  const myID = useMe().data?.subject.id ?? null;
  const access = useChangeUser(id);
  const setDisabled = (next: boolean) =>
    access.mutate(
      { disabledBy: next ? myID : null },
      {
        onSuccess: () =>
          showUndo(t(next ? 'users.wasDisabled' : 'users.wasEnabled', { name }), t('users.undo'), () =>
            setDisabled(!next),
          ),
      },
    );
  const reset = useMutation({
    mutationFn: () => cell.call(createResetLink, { id }),
    onSuccess: ({ link }) => onResetLink(link),
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: () => cell.users.remove(id),
    onSuccess: () => showNote(t('users.removed', { name })),
    onSettled: () => note('users'),
    onError: showError,
  });
  return (
    <div className={styles.actions}>
      {!isSelf && (
        <ConfirmButton
          label={t('users.remove')}
          question={t('users.removeQuestion', { name })}
          confirmLabel={t('users.removeNow')}
          keepLabel={t('users.keep')}
          isWaiting={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
      {!isSelf && (
        <Button size="md" variant="default" loading={access.isPending} onClick={() => setDisabled(!isDisabled)}>
          {t(isDisabled ? 'users.enable' : 'users.disable')}
        </Button>
      )}
      {!isDisabled && user.managedBy === undefined && (
        <Button size="md" variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
          {t('users.resetLink')}
        </Button>
      )}
    </div>
  );
}
