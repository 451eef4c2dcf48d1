import { createPool } from '@cellwright/service-kit/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntry, type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

let bench: IdentityBench;
let pool: ReturnType<typeof createPool>;
const connect = () => pool.connect();
/** A connection like the service's own. */
let service: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  bench = await startIdentityBench();
  pool = createPool({ connectionString: bench.database.url, schema: 'identity', max: 1 });
  service = await connect();
  await bench.tell(auditEntry());
  while ((await bench.list()).length === 0);
});
afterAll(async () => {
  service?.release();
  await pool?.end();
  await bench?.stop();
});

const tables = ['AuditEntry', 'AuditHead', 'AuditSeal'];

describe('role of the identity service', () => {
  it('has no superuser rights, owns no table, and belongs to no role that does', async () => {
    const { rows } = await service.query(`SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned,
      (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
      FROM pg_roles WHERE rolname = current_user`);
    expect(Object.values(rows[0] ?? {})).toEqual([false, false, false, false, false, 0, 0]);
  });

  it.each(
    tables.flatMap((table) => [
      `UPDATE "${table}" SET "hash" = repeat('1', 64)`,
      `DELETE FROM "${table}"`,
      `TRUNCATE "${table}"`,
      `DROP TABLE "${table}"`,
      `ALTER TABLE "${table}" DISABLE TRIGGER ALL`,
      `ALTER TABLE "${table}" ADD COLUMN "more" TEXT`,
      `ALTER TABLE "${table}" OWNER TO current_user`,
      `CREATE RULE "none" AS ON INSERT TO "${table}" DO INSTEAD NOTHING`,
      `CREATE TRIGGER "none" BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION "refuseAuditChange"()`,
      `GRANT ALL ON "${table}" TO current_user`,
      `SELECT 1 FROM "${table}" FOR UPDATE`,
    ]),
  )('cannot run %s', async (statement) => {
    const granted = /^GRANT/.test(statement);
    await service.query('BEGIN');
    const outcome = await service.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
    await service.query('ROLLBACK');
    // Without a right to grant, GRANT only warns: the following checks show that it had no effect.
    expect(outcome).toBe(granted ? 'done' : '42501');
    const { rows } = await service.query('SELECT has_table_privilege($1, $2) AS may', ['"AuditEntry"', 'UPDATE']);
    expect(rows[0]?.may).toBe(false);
  });

  it.each([
    `INSERT INTO "AuditHead" ("only", "seq", "hash") VALUES (true, 0, '')`,
    `INSERT INTO "AuditSeal" ("only", "seq", "hash") VALUES (true, 0, '')`,
    'DROP TRIGGER "AuditEntry_append_only" ON "AuditEntry"',
    'DROP TRIGGER "AuditEntry_not_emptied" ON "AuditEntry"',
    'DROP TRIGGER "AuditEntry_moves_end" ON "AuditEntry"',
    'CREATE OR REPLACE FUNCTION "refuseAuditChange"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'ALTER FUNCTION "moveAuditEnd"() RESET ALL',
    'SET session_replication_role = replica',
    'SET LOCAL session_replication_role = replica',
    'SET ROLE cellwright',
    'SET SESSION AUTHORIZATION cellwright',
    'ALTER ROLE current_user SUPERUSER',
    'CREATE ROLE helper SUPERUSER',
    'CREATE SCHEMA elsewhere',
    'CREATE TABLE "AuditEntry2" ("seq" BIGINT)',
    `COPY "AuditEntry" TO PROGRAM 'cat'`,
    `SELECT pg_read_file('PG_VERSION')`,
    `UPDATE "_prisma_migrations" SET "checksum" = ''`,
  ])('cannot run %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|22023|42704)$/),
    });
  });

  it('cannot add an entry that does not follow the last one', async () => {
    const insert = `INSERT INTO "AuditEntry" ("seq", "id", "body", "hash") VALUES ($1, 'forged', $2, '')`;
    const body = JSON.stringify(auditEntry({ id: 'forged' }));
    for (const seq of [0, 1, 5]) await expect(service.query(insert, [seq, body])).rejects.toThrow();
    expect(await bench.verify()).toMatchObject({ seq: 1, problem: '' });
  });

  it('cannot redirect the functions of the log to its own tables', async () => {
    await service.query('CREATE TEMP TABLE "AuditHead" ("only" BOOLEAN, "seq" BIGINT, "hash" TEXT)');
    await service.query(`INSERT INTO pg_temp."AuditHead" VALUES (true, 0, 'mine')`);
    const { rows } = await service.query('SELECT "seq"::int FROM "lockAuditEnd"()');
    await service.query('DROP TABLE pg_temp."AuditHead"');
    expect(rows).toEqual([{ seq: 1 }]);
  });

  it('cannot seal the log again', async () => {
    const { rows } = await service.query(`SELECT "sealAudit"(0, repeat('0', 64), 'mine') AS "isNew"`);
    expect(rows).toEqual([{ isNew: false }]);
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });
});
