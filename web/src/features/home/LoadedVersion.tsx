import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';

/** Loaded version, and the newest stored one if it is newer: playing does not play it. */
export function LoadedVersion({ id, version }: { readonly id: string; readonly version: number }) {
  const { t } = useTranslation();
  const { data: newest } = useQuery({
    queryKey: ['routines', id, 'newest version'],
    // Null: none is stored any more.
    queryFn: async () => (await cell.routines.versions(id, { limit: 1 })).items[0]?.version ?? null,
  });
  const isOld = typeof newest === 'number' && newest > version;
  return isOld ? t('home.olderVersion', { version, newest }) : t('home.version', { version });
}
