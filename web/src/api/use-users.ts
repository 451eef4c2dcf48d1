import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from './cell.ts';
import { describeGranters } from './granters.ts';

/** Everybody. */
export function useUsers() {
  return useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => cell.users.find({ limit: 200 }, signal),
  });
}

/** Those who can grant a permission, in a sentence's words: by name, where some are known. */
export function useGranters(): string {
  const { t, i18n } = useTranslation();
  const { data } = useUsers();
  return (data && describeGranters(data.items, i18n.language)) ?? t('permission.granter');
}
