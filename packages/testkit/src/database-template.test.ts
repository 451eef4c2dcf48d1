import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createDatabase } from './postgres.ts';

let prepared = 0;

/** Creates a database with one table that contains the text. */
async function create(text: string) {
  return createDatabase({
    key: `one table with ${text}`,
    async prepare(url) {
      prepared++;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`CREATE TABLE made AS SELECT '${text}' AS text`);
      await client.end();
    },
  });
}

describe('createDatabase with a template', () => {
  it('prepares a template once and creates independent copies', async () => {
    const text = `text ${Math.random()}`;
    const [first, second] = await Promise.all([create(text), create(text)]);
    expect(prepared).toBe(1);
    await first.query("INSERT INTO made VALUES ('more')");
    expect((await first.query('SELECT text FROM made')).rows).toEqual([{ text }, { text: 'more' }]);
    expect((await second.query('SELECT text FROM made')).rows).toEqual([{ text }]);
    await Promise.all([first.drop(), second.drop()]);
  });

  it('prepares another template for another key', async () => {
    const before = prepared;
    const database = await create(`other text ${Math.random()}`);
    expect(prepared).toBe(before + 1);
    await database.drop();
  });
});
