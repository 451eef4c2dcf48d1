import type { JournalEntry, Run } from '@cellwright/domain/run';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listJournal } from '../../api/runs.ts';

export type JournalPart = 'start' | 'end';

const pageSize = 500;
/** Polling interval of the newest entries of a running run, ms. */
const refreshMS = 1000;

export interface Journal {
  readonly entries: readonly JournalEntry[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  refetch(): void;
  loadMore(): void;
}

/** Returns the journal of a run, page by page from the start, or its last page alone. */
export function useJournal(run: Run, part: JournalPart): Journal {
  const refetchInterval = run.endedAt === null ? refreshMS : false;
  const end = useQuery({
    queryKey: ['journalEnd', run.id, run.endedAt],
    enabled: part === 'end',
    refetchInterval,
    queryFn: async ({ signal }) => {
      // The first request returns a journal of one page completely.
      const first = await listJournal(run.id, 0, pageSize, signal);
      if (first.newest <= pageSize) return first.items;
      return (await listJournal(run.id, first.newest - pageSize, pageSize, signal)).items;
    },
  });
  const start = useInfiniteQuery({
    queryKey: ['journal', run.id, run.endedAt],
    enabled: part === 'start',
    queryFn: ({ pageParam, signal }) => listJournal(run.id, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: ({ items, newest }) => {
      const last = items.at(-1)?.seq;
      return last !== undefined && last < newest ? last : undefined;
    },
  });
  const { fetchNextPage, isFetchingNextPage } = start;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  if (part === 'end') {
    return { entries: end.data, error: end.error, hasMore: false, refetch: () => void end.refetch(), loadMore };
  }
  return {
    entries: start.data?.pages.flatMap(({ items }) => items),
    error: start.error,
    hasMore: start.hasNextPage,
    refetch: () => void start.refetch(),
    loadMore,
  };
}
