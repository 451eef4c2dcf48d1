import { silentLogger } from '@cellwright/service-kit';
import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, readTableColumns, type TableColumns } from '@cellwright/testkit';
import type { Selectable } from 'kysely';
import { expect, it } from 'vitest';
import { schema } from './database.ts';
import type { OwnTables } from './tables.ts';

/** Does not compile unless it names every column of the interfaces, and no other, with a fitting type. */
const declared: TableColumns<{ [Table in keyof OwnTables]: Selectable<OwnTables[Table]> }> = {
  Command: { key: 'text', fingerprint: 'text', result: 'text null', createdAt: 'timestamp with time zone' },
  FlangeUse: { robotKind: 'text', equipmentId: 'text' },
};

it('the declared tables are those that the migrations make, beside those of entities', async () => {
  const database = await createDatabase();
  const directory = new URL('../../prisma/migrations', import.meta.url).pathname;
  await applyMigrations({
    connectionString: database.url,
    schema,
    directory,
    included: [entityTablesMigration],
    log: silentLogger,
  });
  const { Entity, EntityVersion, EntityRevision, EntityReply, EntityReference, EntityMember, Outbox, ...own } =
    await readTableColumns(database, schema);
  expect(own).toEqual(declared);
  await database.drop();
});
