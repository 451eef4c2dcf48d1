import '../../i18n/author.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/States.tsx';
import { EditorDesk } from './EditorDesk.tsx';
import { fetchRoutine } from './session/use-routine-session.ts';

/** Screen to author and play one routine. */
export default function EditorScreen() {
  const { t } = useTranslation();
  const { routineID } = useParams({ from: '/routines/$routineID' });
  // A session keeps its initial routine; a later visit starts with the routine that is stored then.
  const { data, error, refetch } = useQuery({
    queryKey: ['routine being edited', routineID],
    queryFn: ({ signal }) => fetchRoutine(routineID, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) return <ErrorState title={t('editor.failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="100%" radius={0} aria-label={t('screen.loading')} />;
  return <EditorDesk key={routineID} stored={data} />;
}
