import { fileURLToPath } from 'node:url';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import type { TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreRules } from './migrate-services.ts';

let database: TestDatabase;
beforeAll(async () => {
  const migrations = fileURLToPath(new URL('../../../identity/prisma/migrations', import.meta.url));
  database = await createServiceDatabase('identity', migrations);
});
afterAll(() => database.drop());

const { kept, emptied, live } = restoreRules;

describe('restoreRules', () => {
  it('decide about every table of identity: who has access, and what was done, are not brought back', async () => {
    const { rows } = await database.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'identity' ORDER BY 1`,
    );
    // Users and their passwords come back; the rest has nothing to do with access.
    const broughtBack = [
      'Credential',
      'Entity',
      'EntityMember',
      'EntityReference',
      'EntityReply',
      'EntityRevision',
      'EntityVersion',
      'ExternalAccount',
      'Outbox',
      '_prisma_migrations',
    ];
    const named = [...kept.flat(), ...emptied].map(({ table }) => table);
    expect(rows.map(({ table_name }) => table_name).sort()).toEqual([...broughtBack, ...named, 'TokenSecret'].sort());
  });

  it('keep the tokens that are valid now, and no others', async () => {
    const put = (id: string, removedAt: string) =>
      database.query(`INSERT INTO identity."Entity"
        ("entity", "id", "version", "body", "fields", "createdAt", "updatedAt", "removedAt")
        VALUES ('tokens', '${id}', 1, '{}', '{}', now(), now(), ${removedAt});
        INSERT INTO identity."TokenSecret" ("id", "secretHash") VALUES ('${id}', '${id}')`);
    await put('token_valid', 'NULL');
    await put('token_revoked', 'now()');
    for (const { ids, removals } of live) {
      const valid = (await database.query(ids)).rows.map(({ id }) => `'${id}'`);
      for (const statement of removals) await database.query(statement.replace('$1', `ARRAY[${valid.join()}]`));
    }
    const { rows } = await database.query('SELECT "id" FROM identity."TokenSecret"');
    expect(rows).toEqual([{ id: 'token_valid' }]);
  });
});
