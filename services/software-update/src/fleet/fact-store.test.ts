import type { BoxFact } from '@cellwright/domain/fleet';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, schema } from '../store/database.ts';
import { migrations } from '../testing/software-bench.fixture.ts';
import { FactStore } from './fact-store.ts';

let own: Awaited<ReturnType<typeof createServiceDatabase>>;
let database: ReturnType<typeof connectDatabase>;
let store: FactStore;

beforeAll(async () => {
  own = await createServiceDatabase(schema, migrations);
  database = connectDatabase(own.url);
});
beforeEach(async () => {
  store = new FactStore(database.db, 3);
  await store.clear();
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

function fact(id: string): BoxFact {
  return { id, kind: 'runEnded', at: '2026-01-01T00:00:00.000Z', text: 'Pick: completed' };
}

describe('FactStore', () => {
  it('stores facts in order until the hub has them', async () => {
    await store.add(fact('a'));
    await store.add(fact('b'));
    const waiting = await store.readOldest();
    expect(waiting.facts.map(({ id }) => id)).toEqual(['a', 'b']);
    await store.add(fact('c'));
    await store.removeUpTo(waiting.lastID);
    expect((await store.readOldest()).facts.map(({ id }) => id)).toEqual(['c']);
  });

  it('drops the oldest facts when it is full, and counts them', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await store.add(fact(id));
    expect((await store.readOldest()).facts.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
    expect(store.dropped).toBe(2);
  });
});
