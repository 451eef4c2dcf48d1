import type { User } from '@cellwright/domain/cell';
import type { Stamps } from '@cellwright/entities';
import { useMutation } from '@tanstack/react-query';
import { cell, useInvalidate } from '../../api/cell.ts';
import { showError } from '../../ui/toasts.ts';

export type StoredUser = User & Stamps;

/** Changes a user's document; lists and profiles are invalidated, and a refusal is shown. */
export function useChangeUser(id: string) {
  const note = useInvalidate();
  return useMutation({
    mutationFn: (change: Parameters<typeof cell.users.patch>[1]) => cell.users.patch(id, change),
    onSettled: () => note('users'),
    onError: showError,
  });
}
