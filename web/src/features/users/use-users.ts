import type { User } from '@cellwright/domain';
import type { Stamps } from '@cellwright/entities';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useNoteChange } from '../../api/cell.ts';
import { showError } from '../../ui/toasts.ts';
import { describeGranters } from './describe-user.ts';

export type StoredUser = User & Stamps;

/** Everybody. */
export function useUsers() {
  return useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => cell.users.find({ limit: 200 }, signal),
  });
}

/** Who can grant a permission, in a sentence's words. */
export function useGranters(): string | undefined {
  const { i18n } = useTranslation();
  const { data } = useUsers();
  return data && describeGranters(data.items, i18n.language);
}

/** Changes a user's document; lists and profiles are read anew, and a refusal is shown. */
export function useChangeUser(id: string) {
  const note = useNoteChange();
  return useMutation({
    mutationFn: (change: Parameters<typeof cell.users.patch>[1]) => cell.users.patch(id, change),
    onSettled: () => note('users'),
    onError: showError,
  });
}
