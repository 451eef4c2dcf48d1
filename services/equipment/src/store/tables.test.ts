import { readOwnColumns } from '@cellwright/service-kit/testing';
import type { TableColumns } from '@cellwright/testkit';
import type { Selectable } from 'kysely';
import { expect, it } from 'vitest';
import { schema } from './database.ts';
import type { OwnTables } from './tables.ts';

/** Compiles only if it names every column of the interfaces, and no other, with a matching type. */
const declared: TableColumns<{ [Table in keyof OwnTables]: Selectable<OwnTables[Table]> }> = {
  Command: { key: 'text', fingerprint: 'text', result: 'text null', createdAt: 'timestamp with time zone' },
  FlangeUse: { robotKind: 'text', equipmentId: 'text' },
};

it('the declared tables match the migrations, without those of entities', async () => {
  expect(await readOwnColumns(schema, new URL('../../prisma/migrations', import.meta.url))).toEqual(declared);
});
