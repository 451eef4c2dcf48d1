import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { guardDatabase } from './pool.ts';
import { createPoolDialect } from './pool-dialect.ts';

/** Connects to a database over a pool whose connections fail at the statement `failing`. */
function connect(failing: string, failure: Error) {
  const asked: string[] = [];
  const client = {
    query: async (text: string) => {
      asked.push(text);
      if (text === failing) throw failure;
      return { command: 'SELECT', rowCount: 0, rows: [] };
    },
    release: () => undefined,
  };
  const pool = Object.assign(new pg.Pool(), { connect: async () => client });
  const db = new Kysely<object>({ dialect: createPoolDialect(pool) });
  const change = () => guardDatabase(() => db.transaction().execute((tx) => sql`INSERT`.execute(tx)));
  return { asked, change };
}

const lost = new Error('Connection terminated unexpectedly');

describe('A transaction whose connection is lost', () => {
  it('reports that the change may be stored if it was being committed', async () => {
    const { asked, change } = connect('COMMIT', lost);
    await expect(change()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('may have been stored'),
      details: { reason: 'unconfirmed' },
    });
    expect(asked).toEqual(['BEGIN', 'INSERT', 'COMMIT']);
  });

  it('can be repeated if it was not yet committed', async () => {
    const { change } = connect('INSERT', lost);
    await expect(change()).rejects.toMatchObject({ message: 'The database does not answer. Try again in a moment' });
  });

  it('fails with its own error when the server refuses to commit', async () => {
    const refused = new pg.DatabaseError('duplicate key', 0, 'error');
    const { change } = connect('COMMIT', refused);
    await expect(change()).rejects.toBe(refused);
  });
});
