import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from './cell.ts';
import { describeGranters } from './granters.ts';

/** Returns all users. */
export function useUsers(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['users'],
    queryFn: ({ signal }) => cell.users.find({ limit: 200 }, signal),
  });
}

/** Returns the users who can grant a permission as words of a sentence: their names if some are known and `enabled`. */
export function useGranters(enabled = true): string {
  const { t, i18n } = useTranslation();
  const { data } = useUsers(enabled);
  return (data && describeGranters(data.items, i18n.language)) ?? t('permission.granter');
}
