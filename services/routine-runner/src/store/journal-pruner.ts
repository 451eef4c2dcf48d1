import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { JournalPruner } from '../domain/journal/journal-retention.ts';
import type { Database } from './database.ts';

/** Deletes runs with their journals, the oldest first. Runs in progress never go, nor the newest of a robot. */
export function createJournalPruner(db: Database): JournalPruner {
  return {
    prune: ({ robotKind, keepRuns, endedBefore }, limit) =>
      guardDatabase(async () => {
        const runs = db.selectFrom('Run').where('robotKind', '=', robotKind);
        const newest = runs.select('position').orderBy('position', 'desc');
        const kept = await newest
          .offset(keepRuns - 1)
          .limit(1)
          .executeTakeFirst();
        if (!kept) return 0;
        const former = runs.where('position', '<', kept.position).where('endedAt', '<', endedBefore);
        const old = await former.select('id').orderBy('position', 'asc').limit(1).executeTakeFirst();
        if (!old) return 0;
        const oldest = db.selectFrom('JournalEntry').select('seq').where('runId', '=', old.id);
        const { numDeletedRows } = await db
          .deleteFrom('JournalEntry')
          .where('runId', '=', old.id)
          .where('seq', 'in', oldest.orderBy('seq').limit(limit))
          .executeTakeFirstOrThrow();
        const entries = Number(numDeletedRows);
        if (entries === limit) return entries;
        await db.deleteFrom('Run').where('id', '=', old.id).execute();
        return entries + 1;
      }),
  };
}
