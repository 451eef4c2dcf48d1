import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { createDatabase, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentInput, LibraryStore } from '../domain/ports.ts';
import { connectDatabase, schema } from './database.ts';
import { createDocumentStore } from './document-store.ts';

let database: TestDatabase;
let connection: ReturnType<typeof connectDatabase>;
let store: LibraryStore;
let committed = 0;

beforeAll(async () => {
  database = await createDatabase();
  const directory = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
  await applyMigrations({ connectionString: database.url, schema, directory, log: silentLogger });
  connection = connectDatabase(database.url);
  store = createDocumentStore(connection.prisma, () => committed++);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(() => {
  committed = 0;
});

function routine(id: string, change: Partial<DocumentInput> = {}): DocumentInput {
  return {
    collection: 'routine',
    id,
    name: 'Pick and place',
    body: JSON.stringify({ id, name: 'Pick and place' }),
    summary: { description: '3 steps' },
    memberIds: [`step-of-${id}`],
    savedByName: 'Ada',
    at: new Date('2026-01-02T03:04:05Z'),
    ...change,
  };
}
const newID = () => `routine_${randomUUID()}`;

describe('the document store', () => {
  it('keeps every save as a version and answers the newest', async () => {
    const id = newID();
    expect(await store.create(routine(id), '')).toMatchObject({ id, version: 1 });
    expect(await store.save(routine(id, { body: '{"v":2}' }), 1, '')).toMatchObject({ version: 2 });
    expect(await store.find('routine', id)).toEqual({ id, version: 2, body: '{"v":2}' });
    expect((await store.find('routine', id, 1))?.body).toContain('Pick and place');
    const { rows, total } = await store.listVersions('routine', id, { limit: 10, offset: 0 });
    expect(total).toBe(2);
    expect(rows.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('refuses a save made from an older version, and says which is newest', async () => {
    const id = newID();
    await store.create(routine(id), '');
    await store.save(routine(id), 1, '');
    await expect(store.save(routine(id), 1, '')).rejects.toMatchObject({
      code: 'conflict',
      details: { currentVersion: 2 },
    });
  });

  it('lets exactly one of many simultaneous saves through', async () => {
    const id = newID();
    await store.create(routine(id), '');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => store.save(routine(id), 1, '')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.find('routine', id))?.version).toBe(2);
  });

  it('refuses a second document with the same id', async () => {
    const id = newID();
    await store.create(routine(id), '');
    await expect(store.create(routine(id), '')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('answers a repeated command with the first answer, and changes nothing again', async () => {
    const id = newID();
    const key = randomUUID();
    const first = await store.create(routine(id), key);
    expect(await store.create(routine(id), key)).toEqual(first);
    expect((await store.listVersions('routine', id, { limit: 10, offset: 0 })).total).toBe(1);
  });

  it('hides a deleted document from lists, keeps its versions, and revives it on import', async () => {
    const id = newID();
    await store.create(routine(id), '');
    await store.delete('routine', id, new Date());
    expect(await store.find('routine', id)).toBeUndefined();
    expect((await store.find('routine', id, 1))?.version).toBe(1);
    await expect(store.save(routine(id), 1, '')).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.upsert(routine(id), '')).toMatchObject({ version: 2, created: false });
    expect((await store.find('routine', id))?.version).toBe(2);
  });

  it('finds ids that live in other routines, not in the routine itself or in deleted ones', async () => {
    const [mine, other, deleted] = [newID(), newID(), newID()];
    for (const id of [mine, other, deleted]) await store.create(routine(id), '');
    await store.delete('routine', deleted, new Date());
    const asked = [mine, other, deleted].map((id) => `step-of-${id}`);
    expect(await store.findTakenIds(asked, mine)).toEqual([`step-of-${other}`]);
  });

  it('writes the event with the change, and announces it after the commit', async () => {
    const id = newID();
    await store.create(routine(id), '');
    expect(committed).toBe(1);
    const rows = await connection.outbox.claimBatch(1000);
    expect(rows.filter((row) => row.messageId === `routine:${id}:1`)).toEqual([
      expect.objectContaining({
        subject: 'event.library.routine',
        payload: { collection: 'routine', id, version: 1, change: 'created' },
      }),
    ]);
  });

  it('lists space items by kind, with their bodies', async () => {
    const id = `space_${randomUUID()}`;
    await store.create(routine(id, { collection: 'spaceItem', kind: 'safeHomePose', body: `{"id":"${id}"}` }), '');
    const { documents, total } = await store.listBodies('spaceItem', { limit: 10, offset: 0, kind: 'safeHomePose' });
    expect(total).toBe(1);
    expect(documents).toEqual([{ id, version: 1, body: `{"id":"${id}"}` }]);
    expect((await store.listBodies('spaceItem', { limit: 10, offset: 0, kind: 'plane' })).total).toBe(0);
  });
});
