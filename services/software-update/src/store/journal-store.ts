import { buildManifestSchema, installStageSchema } from '@cellwright/domain/software';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { InstallRecord, Journal } from '../domain/journal.ts';
import type { SoftwareDatabase } from './database.ts';

const outcomeSchema = z.enum(['running', 'committed', 'rollingBack', 'rolledBack']);

/** Creates the journal in Postgres. The database allows one install under way. */
export function createJournalStore(db: SoftwareDatabase['db']): Journal {
  return {
    findLast: () =>
      guardDatabase(async () => {
        const newest = db.selectFrom('Install').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc');
        const row = await newest.limit(1).executeTakeFirst();
        if (!row) return undefined;
        const { manifest, buildID: _, stage, outcome, ...rest } = row;
        return {
          ...rest,
          build: buildManifestSchema.parse(JSON.parse(manifest)),
          stage: installStageSchema.parse(stage),
          outcome: outcomeSchema.parse(outcome),
        };
      }),
    save: (record) =>
      guardDatabase(async () => {
        const { stage, outcome, error, updatedAt } = record;
        await db
          .insertInto('Install')
          .values(toRow(record))
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ stage, outcome, error, updatedAt }))
          .execute();
      }),
  };
}

function toRow({ build, ...rest }: InstallRecord) {
  return { ...rest, buildID: build.buildId, manifest: JSON.stringify(build) };
}
