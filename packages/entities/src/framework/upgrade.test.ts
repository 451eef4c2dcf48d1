import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEntity } from './definition.ts';
import { prepareDraft } from './prepare.ts';
import { parseReadable, parseStored, upgradeDocument, upgradeOf } from './upgrade.ts';

const may = { find: 'signedIn', get: 'signedIn', create: 'signedIn', patch: 'signedIn', remove: 'signedIn' } as const;
const recipes = defineEntity<{ id: string; name: string; ovens: string[] }>({
  name: 'recipes',
  noun: 'recipe',
  description: 'What is baked',
  owner: 'library',
  schema: z.strictObject({ id: z.string(), name: z.string(), ovens: z.array(z.string()).default([]) }),
  history: 'versions',
  may,
  version: 2,
  migrations: [
    {
      to: 2,
      describe: 'One oven became a list of ovens',
      migrate: ({ oven, ...kept }) => ({ ...(oven !== undefined && { ovens: [oven] }), ...kept }),
    },
  ],
});
const { listing: _listing, referencesOf: _references, membersOf: _members, ...recipe } = recipes;
const older = { id: 'r', name: 'Bread', oven: 'left' };
const newest = { id: 'r', name: 'Bread', ovens: ['left'], formatVersion: 2 };
const newer = { ...newest, formatVersion: 3 };
const refusal = {
  kind: 'invalidConfiguration',
  message:
    "The recipe 'Bread' has format version 3, this cell reads up to version 2. Update this cell to the release that saved it",
  fieldId: 'formatVersion',
};

function bodyOf(mode: 'create' | 'replace' | 'patch', sent: object, previous?: object): unknown {
  const draft = { mode, text: JSON.stringify(sent), id: 'r', ...(previous && { previous: JSON.stringify(previous) }) };
  const prepared = prepareDraft(recipe, draft);
  return prepared.ok ? JSON.parse(prepared.document.body) : prepared.problems;
}

describe('documents from outside', () => {
  it.each(['create', 'replace'] as const)('get the newest form with its version: %s', (mode) => {
    expect(bodyOf(mode, older)).toEqual(newest);
    expect(bodyOf(mode, newest)).toEqual(newest);
    const { formatVersion: _, ...unversioned } = newest;
    expect(bodyOf(mode, unversioned)).toEqual(newest);
  });

  it.each(['create', 'replace'] as const)('fail by name in a newer version: %s', (mode) => {
    expect(bodyOf(mode, newer)).toEqual([refusal]);
  });

  it('keep the stored version in a patch that names an older one', () => {
    for (const version of [{}, { formatVersion: 1 }, { formatVersion: 2 }, { formatVersion: null }]) {
      expect(bodyOf('patch', { name: 'Rolls', ...version }, newest)).toEqual({ ...newest, name: 'Rolls' });
    }
    expect(bodyOf('patch', { formatVersion: 3 }, newest)).toEqual([refusal]);
  });
});

describe('stored documents', () => {
  it('have the newest form when read, whose schema need not have a version', () => {
    const { formatVersion: _, ...parsed } = newest;
    expect(upgradeDocument(recipe, older)).toEqual({ ok: true, document: newest });
    expect(parseStored(recipes, JSON.stringify(older))).toEqual(parsed);
    expect(parseStored(recipes, JSON.stringify(newest))).toEqual(parsed);
  });

  it('fail by name in a newer version and disappear from lists', () => {
    expect(() => parseStored(recipes, JSON.stringify(newer))).toThrow(refusal.message);
    expect(
      parseReadable(
        recipes,
        [newer, older].map((each) => JSON.stringify(each)),
      ),
    ).toHaveLength(1);
  });

  it('keep the same text when nothing changes', async () => {
    const text = JSON.stringify(newest);
    expect(await upgradeOf(recipe).upgrade(text)).toEqual({ ok: true, text });
  });
});

it('can contain the version of their form in responses of an entity above version 1', () => {
  const json = z.toJSONSchema(recipes.answer, { unrepresentable: 'any' });
  expect(json).toMatchObject({ properties: { formatVersion: { type: 'integer' } } });
});

it('require the migrations to the version of their entity', () => {
  const { migrations: _, ...incomplete } = recipes;
  expect(() => defineEntity({ ...incomplete, name: 'recipes' })).toThrow(/The entity recipes is at version 2/);
});
