import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTables, guardDatabase, poolConfig } from './index.ts';
import { createPoolDialect } from './pool-dialect.ts';

interface Tables {
  readonly Note: { readonly id: number; readonly text: string };
}

let own: TestDatabase;
beforeAll(async () => {
  own = await createDatabase();
  await own.query('CREATE TABLE public."Note" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL)');
});
afterAll(() => own.drop());

const open = () => connectTables<Tables>({ connectionString: own.url, schema: 'public' });

describe('connectTables', () => {
  it('rolls a failing transaction back and reports the violated rule', async () => {
    const tables = open();
    const write = tables.db.transaction().execute(async (tx) => {
      await tx.insertInto('Note').values({ id: 1, text: 'first' }).execute();
      await tx.insertInto('Note').values({ id: 1, text: 'again' }).execute();
    });
    await expect(guardDatabase(() => write)).rejects.toMatchObject({ code: '23505', constraint: 'Note_pkey' });
    expect(await tables.db.selectFrom('Note').selectAll().execute()).toEqual([]);
    await tables.close();
  });

  it('fails as unavailable when the connection breaks in a transaction, and serves the next one', async () => {
    const tables = open();
    const broken = guardDatabase(() =>
      tables.db.transaction().execute(async (tx) => {
        await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
      }),
    );
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    await expect(tables.ping()).resolves.toBeUndefined();
    await tables.close();
  });

  it('uses the requested isolation of a transaction', async () => {
    const tables = open();
    const transaction = tables.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const { rows } = await transaction.execute((tx) => sql`SHOW transaction_isolation`.execute(tx));
    expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
    const write = transaction.execute((tx) => tx.insertInto('Note').values({ id: 2, text: 'no' }).execute());
    await expect(write).rejects.toMatchObject({ code: '25006' });
    await tables.close();
  });

  it('closes a connection with an abandoned query and keeps one with a refused query', async () => {
    const pool = new pg.Pool({ ...poolConfig({ connectionString: own.url, schema: 'public' }), query_timeout: 2000 });
    const db = new Kysely<Tables>({ dialect: createPoolDialect(pool) });
    await expect(sql`SELECT nonsense`.execute(db)).rejects.toMatchObject({ code: '42703' });
    expect(pool.totalCount).toBe(1);
    await expect(guardDatabase(() => sql`SELECT pg_sleep(20)`.execute(db))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(pool.totalCount).toBe(0);
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  it.each([
    ['asked nothing', async () => undefined],
    ['asked by plain SQL only', async (tables: ReturnType<typeof open>) => tables.ping()],
    [
      'asked by typed queries',
      async (tables: ReturnType<typeof open>) => tables.db.selectFrom('Note').selectAll().execute(),
    ],
  ])('releases its connections when closed, %s', async (_name, ask) => {
    const tables = open();
    await ask(tables);
    await tables.close();
    expect([tables.pool.ended, tables.pool.totalCount]).toEqual([true, 0]);
  });
});
