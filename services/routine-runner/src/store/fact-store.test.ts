import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactStore } from './fact-store.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());

it('stores facts with any text, so that none blocks the facts behind it', async () => {
  const store = createFactStore(database.db, () => undefined);
  const texts = ['a\0b', 'half \ud83d', '\udc00 half', 'C:\\u0000', '🙂', 'plain'];
  await store.write(
    texts.map((reason, index) => ({ messageID: `fact_${index}`, subject: 'robot', payload: { reason } })),
  );
  const stored = await database.query('SELECT "payload"->>$1 AS "reason" FROM runner."Outbox" ORDER BY "id"', [
    'reason',
  ]);
  expect(stored.rows.map(({ reason }) => reason)).toEqual([
    'a\ufffdb',
    'half \ufffd',
    '\ufffd half',
    'C:\\u0000',
    '🙂',
    'plain',
  ]);
});
