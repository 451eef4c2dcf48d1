import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spaceItemSchema } from '../space/space-item.ts';
import {
  checkMigrations,
  migrateContent,
  migrateDocument,
  newestVersion,
  type StoredForm,
  stampFormat,
  type Versioned,
} from './versions.ts';

const label = { noun: 'recipe', name: 'Bread' };

/** Returns migrations in which each version renames a field and adds one. */
function recipeUpTo(version: number): Versioned {
  const migrations = Array.from({ length: version - 1 }, (_, index) => ({
    to: index + 2,
    describe: `f${index + 1} became f${index + 2}`,
    migrate: ({ [`f${index + 1}`]: moved, ...kept }: StoredForm): StoredForm => ({
      ...(moved !== undefined && { [`f${index + 2}`]: moved }),
      ...kept,
    }),
  }));
  return checkMigrations('recipe', { version, migrations });
}

const contents = fc.record({ f1: fc.jsonValue(), other: fc.jsonValue() }, { requiredKeys: ['f1'] });
const versions = fc.integer({ min: 1, max: 8 });

function contentOf(versioned: Versioned, version: number, content: StoredForm): StoredForm {
  const migrated = migrateContent(label, versioned, version, content);
  if (!migrated.ok) throw new Error(migrated.error);
  return migrated.value;
}

describe('migrateDocument', () => {
  it('migrates version by version to the same result as in one step', () => {
    fc.assert(
      fc.property(contents, versions, versions, (content, one, other) => {
        const [between, newest] = [Math.min(one, other), Math.max(one, other)];
        const halfway = contentOf(recipeUpTo(between), 1, content);
        expect(contentOf(recipeUpTo(newest), between, halfway)).toEqual(contentOf(recipeUpTo(newest), 1, content));
      }),
    );
  });

  it('returns the same object for a document in the newest form, and migrates no document twice', () => {
    fc.assert(
      fc.property(contents, versions, (content, newest) => {
        const versioned = recipeUpTo(newest);
        const migrated = migrateDocument(label, versioned, content);
        if (!migrated.ok) throw new Error(migrated.error);
        expect(migrated.value).toEqual(stampFormat(versioned, contentOf(versioned, 1, content)));
        expect(migrateDocument(label, versioned, migrated.value)).toStrictEqual(migrated);
        const again = migrateDocument(label, versioned, migrated.value);
        expect(again.ok && again.value).toBe(migrated.value);
      }),
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(contents, versions, (content, newest) => {
        const before = structuredClone(content);
        migrateDocument(label, recipeUpTo(newest), content);
        expect(content).toEqual(before);
      }),
    );
  });

  it('rejects a newer version by name', () => {
    expect(migrateDocument(label, recipeUpTo(2), { formatVersion: 3 })).toEqual({
      ok: false,
      error:
        "The recipe 'Bread' has format version 3, this cell reads up to version 2. Update this cell to the release that saved it",
    });
  });

  it.each([0, -1, 1.5, '2', true])('rejects %j as a version', (formatVersion) => {
    expect(migrateDocument({ noun: 'recipe' }, {}, { formatVersion })).toEqual({
      ok: false,
      error: 'This recipe: formatVersion is a positive integer. Omit it for version 1',
    });
  });

  it('treats an absent version as 1 and does not write it', () => {
    expect(migrateDocument(label, {}, { formatVersion: 1, f1: 1 })).toEqual({ ok: true, value: { f1: 1 } });
    expect(newestVersion({})).toBe(1);
  });
});

describe('checkMigrations', () => {
  it.each([
    { version: 2 },
    { version: 1, migrations: recipeUpTo(2).migrations ?? [] },
    { version: 4, migrations: recipeUpTo(3).migrations ?? [] },
    { version: 3, migrations: [...(recipeUpTo(3).migrations ?? [])].reverse() },
  ])('rejects %j: migrations lead from version 1 to the newest, one by one', (versioned) => {
    expect(() => checkMigrations('recipe', versioned)).toThrow(/recipe is at version \d: it needs one migration/);
  });
});

describe('A space item', () => {
  const pallet = { id: 'space_1', name: 'Boxes', kind: 'palletBoxes' };

  it('migrates a pallet with one base in every place that parses it', () => {
    const old = { ...pallet, palletBaseID: 'space_base', approachDistanceMM: 70 };
    const newest = spaceItemSchema.parse(old);
    expect(newest).toMatchObject({ formatVersion: 2, palletBaseIDs: ['space_base'], approachDistanceXYMM: 70 });
    expect(spaceItemSchema.parse(newest)).toEqual(newest);
  });

  it('rejects a pallet of a newer version by name', () => {
    const { error } = spaceItemSchema.safeParse({ ...pallet, formatVersion: 3 });
    expect(error?.issues).toEqual([
      expect.objectContaining({
        path: ['formatVersion'],
        message: expect.stringMatching(/palletBoxes space item 'Boxes' has format version 3, .* up to version 2/),
      }),
    ]);
  });
});
