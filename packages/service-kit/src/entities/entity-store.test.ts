import {
  type AnyEntity,
  answerQuery,
  defineEntity,
  type EntityQuery,
  type JsonObject,
  type PreparedDocument,
  prepareDocument,
} from '@cellwright/entities';
import { createDatabase, createGate, type TestDatabase } from '@cellwright/testkit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { systemClock } from '../clock.ts';
import { silentLogger } from '../logger.ts';
import { applyMigrations, connectTables, outboxTableSql, type ServiceTables } from '../postgres/index.ts';
import { ensureDocuments } from './entity-batch.ts';
import { insertDocument } from './entity-changes.ts';
import { EntityHost } from './entity-host.ts';
import { forgetReplies } from './entity-replies.ts';
import { EntityStore } from './entity-store.ts';
import { StoredForms } from './stored-forms.ts';
import { type EntityTables, entityTablesMigration } from './tables.ts';

const entityOf = (name: string, history: 'versions' | 'newest'): AnyEntity =>
  defineEntity({
    name,
    noun: 'part',
    description: 'Parts',
    owner: 'library',
    schema: z.object({
      id: z.string(),
      name: z.string().default(''),
      count: z.number().default(0),
      isOn: z.boolean().optional(),
    }),
    history,
    may: { find: 'signedIn', get: 'signedIn', create: 'signedIn', patch: 'signedIn', remove: 'signedIn' },
    filters: { name: 'string', count: 'number', isOn: 'boolean' },
    search: ['name'],
    sort: ['name', 'count', 'isOn'],
  });

let database: TestDatabase;
let tables: ServiceTables<EntityTables>;
let store: EntityStore;
let names = 0;
const ada = { subjectID: 'u1', name: 'Ada', permissions: [] };

beforeAll(async () => {
  database = await createDatabase();
  const included = [entityTablesMigration, { name: '20260101000000_outbox', sql: outboxTableSql }];
  const directory = new URL('./no-migrations.fixture', import.meta.url).pathname;
  await applyMigrations({ connectionString: database.url, schema: 'parts', directory, included, log: silentLogger });
  tables = connectTables<EntityTables>({ connectionString: database.url, schema: 'parts' });
  store = new EntityStore(tables.db, () => {}, new StoredForms(new Map(), () => {}));
});
afterAll(async () => {
  await tables.close();
  await database.drop();
});

/** Each test has a separate entity, and with it an empty collection. */
const collection = (history: 'versions' | 'newest' = 'versions') => {
  const entity = entityOf(`parts${++names}`, history);
  return { entity, host: new EntityHost(entity, store, {}, systemClock) };
};
const json = (value: unknown) => JSON.stringify(value);
const eventsOf = async (entity: AnyEntity) => {
  const rows = await tables.db
    .selectFrom('Outbox')
    .select('payload')
    .where('subject', '=', `event.entity.${entity.name}`)
    .orderBy('messageId')
    .execute();
  return rows.map(({ payload }) => z.looseObject({ revision: z.number(), change: z.string() }).parse(payload));
};

describe('EntityStore.query', () => {
  it('returns the same in Postgres as in memory', async () => {
    const { entity, host } = collection();
    const documents: JsonObject[] = Array.from({ length: 40 }, (_, index) => ({
      id: `p${String(index).padStart(2, '0')}`,
      name: ['ax', 'Bolt', '100%', 'a_b', 'Über', ''][index % 6] ?? '',
      count: (index * 7) % 5,
      ...(index % 3 === 0 ? {} : { isOn: index % 2 === 0 }),
    }));
    for (const document of documents) await host.create(json(document), ada, '');
    const field = fc.constantFrom('name', 'count', 'isOn', 'id');
    const query: fc.Arbitrary<EntityQuery> = fc.record({
      where: fc.oneof(
        fc.constant({}),
        fc.record({ count: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }) }),
        fc.record({ isOn: fc.array(fc.boolean(), { minLength: 1, maxLength: 1 }) }),
        fc.record({ id: fc.array(fc.constantFrom('p01', 'p02', 'nobody'), { minLength: 1 }) }),
      ),
      search: fc.constantFrom('', 'b', '%', '_', 'über', 'none'),
      sort: fc.array(
        fc.tuple(field, fc.boolean()).map(([name, isDown]) => (isDown ? `-${name}` : name)),
        { minLength: 1, maxLength: 3 },
      ),
      limit: fc.integer({ min: 1, max: 50 }),
      offset: fc.integer({ min: 0, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async (wanted) => {
        const found = await host.find(wanted);
        const expected = answerQuery(documents, entity, wanted);
        expect(found.items.map(({ id }) => id)).toEqual(expected.items.map(({ id }) => id));
        expect(found.total).toBe(expected.total);
      }),
      { numRuns: propertyRuns(15, 60) },
    );
  });
});

describe('changes of an EntityStore', () => {
  it('lose nothing when many run concurrently from the newest version', async () => {
    const { host } = collection();
    await host.create(json({ id: 'p' }), ada, '');
    const add = async (): Promise<void> => {
      const { version, text } = await host.get('p');
      const { count } = z.object({ count: z.number() }).parse(JSON.parse(text));
      const request = { id: 'p', text: json({ count: count + 1 }), isMerge: true, expectedVersion: version };
      await host.save(request, ada, '').catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'conflict' });
        return add();
      });
    };
    await Promise.all(Array.from({ length: 12 }, add));
    expect(JSON.parse((await host.get('p')).text)).toMatchObject({ count: 12, version: 13 });
  });

  it('all take effect without a version when they merge different fields concurrently', async () => {
    const { host } = collection();
    await host.create(json({ id: 'p' }), ada, '');
    const merge = (change: object) =>
      host.save({ id: 'p', text: json(change), isMerge: true, expectedVersion: undefined }, ada, '');
    await Promise.all([merge({ name: 'a' }), merge({ count: 3 }), merge({ isOn: true })]);
    expect(JSON.parse((await host.get('p')).text)).toMatchObject({ name: 'a', count: 3, isOn: true, version: 4 });
  });

  it('have events with the computed fields of a get', async () => {
    const entity = entityOf(`parts${++names}`, 'newest');
    const host = new EntityHost(entity, store, { present: () => ({ weight: 3 }) }, systemClock);
    const created = await host.create(json({ id: 'a' }), ada, '');
    expect(await eventsOf(entity)).toMatchObject([{ document: JSON.parse(created.text) }]);
    expect(created.text).toContain('"weight":3');
  });

  it('have events in the order of their commits, without a gap', async () => {
    const { entity, host } = collection();
    await Promise.all(Array.from({ length: 10 }, (_, index) => host.create(json({ id: `p${index}` }), ada, '')));
    await host.remove('p3', undefined, ada, '');
    const revisions = (await eventsOf(entity)).map(({ revision }) => revision).sort((one, other) => one - other);
    expect(revisions).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  });

  it('keep every version of entities with history', async () => {
    const kept = collection('versions').host;
    const newest = collection('newest').host;
    for (const host of [kept, newest]) {
      await host.create(json({ id: 'p', count: 1 }), ada, '');
      await host.save({ id: 'p', text: json({ count: 2 }), isMerge: true, expectedVersion: 1 }, ada, '');
    }
    expect(JSON.parse((await kept.get('p', 1)).text)).toMatchObject({ count: 1, version: 1 });
    await expect(newest.get('p', 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(kept.get('p\u0000')).rejects.toMatchObject({ code: 'not_found' });
    expect(JSON.parse((await kept.restore('p', 1, ada, '')).text)).toMatchObject({ count: 1, version: 3 });
  });
});

describe('removed document of an EntityStore', () => {
  it('disappears, is not recreated by accident, and can be restored', async () => {
    const { entity, host } = collection();
    await host.create(json({ id: 'p', name: 'bolt' }), ada, '');
    await host.remove('p', undefined, ada, '');
    await expect(host.get('p')).rejects.toMatchObject({ code: 'not_found' });
    await expect(host.create(json({ id: 'p' }), ada, '')).rejects.toMatchObject({ details: { isRemoved: true } });
    expect(JSON.parse((await host.restore('p', undefined, ada, '')).text)).toMatchObject({ name: 'bolt', version: 3 });
    expect((await eventsOf(entity)).map(({ change }) => change)).toEqual(['created', 'removed', 'created']);
  });
});

describe('command with an idempotency key', () => {
  it.each(['versions', 'newest'] as const)('gets the same answer after later changes (%s)', async (history) => {
    const { host } = collection(history);
    const key = `key ${names}`;
    const first = await host.create(json({ id: 'p', count: 1 }), ada, key);
    await host.save({ id: 'p', text: json({ count: 2 }), isMerge: true, expectedVersion: undefined }, ada, '');
    expect(await host.create(json({ id: 'p', count: 1 }), ada, key)).toEqual(first);
  });

  it('runs once when it is sent many times concurrently', async () => {
    const { entity, host } = collection('newest');
    await host.create(json({ id: 'p' }), ada, '');
    const request = { id: 'p', text: json({ count: 5 }), isMerge: false, expectedVersion: 1 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => host.save(request, ada, 'at once')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await eventsOf(entity)).toHaveLength(2);
  });

  it('can be repeated after a failure', async () => {
    const { host } = collection();
    await expect(host.remove('p', undefined, ada, 'again')).rejects.toMatchObject({ code: 'not_found' });
    await host.create(json({ id: 'p' }), ada, '');
    expect((await host.remove('p', undefined, ada, 'again')).version).toBe(2);
  });

  it('expires when it is old', async () => {
    const { host } = collection();
    await host.create(json({ id: 'p' }), ada, 'old');
    expect(await forgetReplies(tables.db, new Date(Date.now() + 1000), 1000)).toBeGreaterThan(0);
    await expect(host.create(json({ id: 'p' }), ada, 'old')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('texts that JSON columns refuse', () => {
  it.each(['a\u0000b', 'half \ud83d', 'back\\\u0000'])('(%j) fail with the name of their field', async (name) => {
    const { host } = collection();
    await expect(host.create(json({ id: 'p1', name }), ada, '')).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringMatching(/^name: /),
    });
  });

  it.each(['whole \ud83d\ude00', '\\u0000'])('(%j) remain unchanged when they only look similar', async (name) => {
    const { entity, host } = collection();
    const { id } = await host.create(json({ id: 'p1', name }), ada, '');
    expect(JSON.parse((await host.get(id)).text)).toMatchObject({ name });
    expect(await eventsOf(entity)).toMatchObject([{ document: { name } }]);
  });
});

describe('seed documents of an EntityStore', () => {
  it('appear once, inserted by one of several processes, and not again after their removal', async () => {
    const entity = entityOf(`parts${++names}`, 'versions');
    const seed = () => [{ id: 'p1' }, { id: 'p2' }];
    const begin = () => new EntityHost(entity, store, { seed } as object, systemClock).begin();
    await Promise.all([begin(), begin(), begin()]);
    const host = new EntityHost(entity, store, {}, systemClock);
    const ids = async () =>
      (await host.find({ where: {}, search: '', sort: ['id'], limit: 9, offset: 0 })).items.map(({ id }) => id);
    expect(await ids()).toEqual(['p1', 'p2']);
    await host.remove('p1', undefined, ada, '');
    await begin();
    expect(await ids()).toEqual(['p2']);
    expect((await eventsOf(entity)).map(({ revision }) => revision).sort()).toEqual([1, 2, 3]);
  });
});

describe('A long transaction', () => {
  const change = { by: { id: 'u1', name: 'Ada' }, at: new Date('2026-01-01T00:00:00Z') };
  const prepare = (entity: AnyEntity, document: object): PreparedDocument => {
    const prepared = prepareDocument(entity, document);
    if (!prepared.ok) throw new Error('The document is not valid');
    return prepared.document;
  };

  it('does not delay other saves of the same entity', async () => {
    const { entity, host } = collection();
    await host.create(json({ id: 'p0' }), ada, '');
    const [inserted, finish] = [createGate(), createGate()];
    const long = store.transact(async (tx) => {
      await insertDocument(tx, entity, prepare(entity, { id: 'p1' }), change);
      inserted.open();
      await finish.passed;
    });
    await inserted.passed;
    await host.create(json({ id: 'p2' }), ada, '');
    finish.open();
    await long;
    const events = await eventsOf(entity);
    expect(events.map(({ id, revision }) => [id, revision])).toEqual([
      ['p0', 1],
      ['p1', 3],
      ['p2', 2],
    ]);
  });

  it('answers a save of the same document with a typed error that names the database, when it is long', async () => {
    const { entity, host } = collection();
    const created = await host.create(json({ id: 'p0', name: 'before' }), ada, '');
    const [locked, finish] = [createGate(), createGate()];
    const long = store.transact(async (tx) => {
      await tx.selectFrom('Entity').select('id').where('entity', '=', entity.name).forUpdate().execute();
      locked.open();
      await finish.passed;
    });
    await locked.passed;
    const save = { id: 'p0', text: json({ name: 'after' }), isMerge: true, expectedVersion: created.version };
    await expect(host.save(save, ada, '')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The database is busy with another change of the same data. Try again in a moment',
    });
    finish.open();
    await long;
    await host.save(save, ada, '');
  });

  it('starts again when Postgres ends it because of a deadlock', async () => {
    const { entity, host } = collection();
    for (const id of ['p0', 'p1']) await host.create(json({ id }), ada, '');
    const lock = (tx: Parameters<Parameters<typeof store.transact>[0]>[0], id: string) =>
      tx.selectFrom('Entity').select('id').where('entity', '=', entity.name).where('id', '=', id).forUpdate().execute();
    let attempts = 0;
    const both = [createGate(), createGate()];
    const lockBoth = (first: number, second: number) =>
      store.transact(async (tx) => {
        attempts += 1;
        await lock(tx, `p${first}`);
        both[first]?.open();
        await both[second]?.passed;
        await lock(tx, `p${second}`);
      });
    await Promise.all([lockBoth(0, 1), lockBoth(1, 0)]);
    // Postgres ends one of the two, or both if both detect the deadlock at the same time.
    expect([3, 4]).toContain(attempts);
  });

  it('inserts missing documents, restores removed ones and keeps existing ones', async () => {
    const { entity, host } = collection();
    await host.create(json({ id: 'p0', name: 'kept' }), ada, '');
    await host.create(json({ id: 'p1', name: 'removed' }), ada, '');
    await host.remove('p1', undefined, ada, '');
    const documents = ['p2', 'p1', 'p0', 'p2'].map((id) => prepare(entity, { id, name: 'imported', count: 7 }));
    await store.transact((tx) => ensureDocuments(tx, entity, documents, change));
    const { items } = await host.find({ where: {}, search: '', sort: ['id'], limit: 10, offset: 0 });
    expect(items.map(({ text }) => JSON.parse(text))).toMatchObject([
      { id: 'p0', name: 'kept', version: 1 },
      { id: 'p1', name: 'imported', count: 7, version: 3 },
      { id: 'p2', name: 'imported', count: 7, version: 1 },
    ]);
    const found = await host.find({ where: { count: [7] }, search: '', sort: ['id'], limit: 10, offset: 0 });
    expect(found.items.map(({ id }) => id)).toEqual(['p1', 'p2']);
    const events = await eventsOf(entity);
    expect(events.map(({ id, revision, change: kind }) => [id, revision, kind])).toEqual([
      ['p0', 1, 'created'],
      ['p1', 2, 'created'],
      ['p1', 3, 'removed'],
      ['p1', 5, 'created'],
      ['p2', 4, 'created'],
    ]);
    const { rows } = await store.versions(entity, 'p1', { limit: 10, offset: 0 });
    expect(rows.map(({ version }) => version)).toEqual([3, 2, 1]);
  });
});
