import { type AnyEntity, defineEntity } from '@cellwright/entities';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StoredEntity } from './stored-entity.ts';
import { StoredForms, type UnreadableDocument } from './stored-forms.ts';

const may = { find: 'signedIn', get: 'signedIn', create: 'signedIn', patch: 'signedIn', remove: 'signedIn' } as const;
const spec = {
  name: 'recipes',
  noun: 'recipe',
  description: 'What is baked',
  owner: 'library',
  schema: z.object({ id: z.string(), title: z.string() }),
  history: 'versions',
  may,
  version: 2,
  migrations: [
    {
      to: 2,
      describe: 'name became title',
      migrate: ({ name, ...kept }: Readonly<Record<string, unknown>>) => ({ ...kept, title: kept.title ?? name }),
    },
  ],
} as const;
const plain: AnyEntity = defineEntity<object>(spec);
const listed: AnyEntity = defineEntity<object>({
  ...spec,
  listing: { schema: z.object({ title: z.string() }), of: (document) => ({ title: Reflect.get(document, 'title') }) },
});

const at = new Date(0);
const row = (body: object, listing: object | null = null): StoredEntity => ({
  ...{ id: 'r', version: 1, createdAt: at, updatedAt: at, updatedByID: '', updatedByName: '' },
  ...{ body: JSON.stringify(body), listing: listing && JSON.stringify(listing) },
});
const older = { id: 'r', name: 'Bread' };
const newest = { id: 'r', title: 'Bread', formatVersion: 2 };
const newer = { id: 'r', title: 'Bread', formatVersion: 3 };

function makeForms() {
  const unreadable: UnreadableDocument[] = [];
  return { unreadable, forms: new StoredForms(new Map(), (document) => unreadable.push(document)) };
}

describe('StoredForms', () => {
  it('reads a stored document and its listing in the newest form', async () => {
    const { forms } = makeForms();
    expect(await forms.read(plain, row(older))).toEqual(row(newest));
    expect(await forms.read(listed, row(older, { name: 'Bread' }))).toEqual(row(newest, { title: 'Bread' }));
    expect(await forms.readListed(listed, [row(older, { name: 'Bread' })])).toEqual([row(newest, { title: 'Bread' })]);
  });

  it('returns the same row for a document in the newest form', async () => {
    const stored = row(newest);
    expect(await makeForms().forms.read(plain, stored)).toBe(stored);
  });

  it('refuses a document of a newer version by name', async () => {
    await expect(makeForms().forms.read(plain, row(newer))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("The recipe 'r' has format version 3, this cell reads up to version 2"),
    });
  });

  it('reports documents of a newer version that a list omits', async () => {
    const { forms, unreadable } = makeForms();
    expect(await forms.readListed(plain, [row(newer), row(older)])).toEqual([row(newest)]);
    expect(unreadable).toEqual([{ entity: 'recipes', id: 'r', message: expect.stringContaining('version 3') }]);
  });

  it('lists a document of a newer version as stored if the entity has listings', async () => {
    const { forms, unreadable } = makeForms();
    const stored = row(newer, { title: 'Bread' });
    expect(await forms.readListed(listed, [stored])).toEqual([stored]);
    expect(unreadable).toEqual([]);
  });
});
