import { formatVersionField } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { compareForms } from './compare-forms.ts';
import { listReleases, readCurrent, readReleased } from './release-folder.ts';
import { groups, listStoredKinds, readStoredDocument } from './stored-kinds.ts';

const cases = listReleases().flatMap((release) => groups.map((group) => [release, group] as const));

describe('documents of released versions', () => {
  it.each(cases)('documents of %s: %s become the current form', (release, group) => {
    const read = readReleased(release, group).map(({ kind, documents }) => ({
      kind,
      documents: documents.map(({ title, document }) => ({
        title,
        document: readStoredDocument(group, kind, document),
      })),
    }));
    expect(JSON.parse(JSON.stringify(read))).toEqual(readCurrent(release, group));
  });

  it.each(groups)('the current form of %s stays unchanged when read, with its version and without', (group) => {
    for (const { kind, documents } of listReleases().flatMap((release) => readCurrent(release, group))) {
      for (const { title, document } of documents) {
        expect(JSON.parse(JSON.stringify(readStoredDocument(group, kind, document))), `${kind}: ${title}`).toEqual(
          document,
        );
        if (group === 'files') continue;
        const { [formatVersionField]: _, ...unversioned } = Object(document);
        expect(readStoredDocument(group, kind, unversioned), `${kind}: ${title}`).toEqual(
          readStoredDocument(group, kind, document),
        );
      }
    }
  });

  it.each(groups)('%s have documents of every kind in the newest release, or are new', (group) => {
    const newest = listReleases().at(-1) ?? '';
    const released = new Map(readReleased(newest, group).map((kind) => [kind.kind, kind]));
    for (const { kind, version } of listStoredKinds(group)) {
      const documents = released.get(kind)?.documents ?? [];
      expect(documents.length > 0 || version === 1, kind).toBe(true);
    }
  });

  it.each(groups)('a form of %s changes with its version only', (group) => {
    for (const release of listReleases()) {
      expect(compareForms(release, readReleased(release, group), listStoredKinds(group))).toEqual([]);
    }
  });
});

describe('compareForms', () => {
  const released = [{ kind: 'Wait', version: 1, form: 'a', documents: [] }];

  it('requires a migration if a form changed without a new version', () => {
    const changed = [{ kind: 'Wait', version: 1, form: 'b', documents: [] }];
    expect(compareForms('0.1.0', released, changed)).toEqual([
      'The stored form of Wait changed since 0.1.0, but its version is still 1. Add a migration to version 2 in its definition (docs/versions.md)',
    ]);
  });

  it('accepts a changed form with a new version, and new kinds', () => {
    const changed = [
      { kind: 'Wait', version: 2, form: 'b', documents: [] },
      { kind: 'Weld', version: 1, form: 'c', documents: [] },
    ];
    expect(compareForms('0.1.0', released, changed)).toEqual([]);
  });

  it('refuses a removed kind and a lower version', () => {
    expect(compareForms('0.1.0', released, [])).toEqual([
      'Wait is stored by 0.1.0, but is gone. Keep its definition, so that its documents can be read',
    ]);
    const back = [{ kind: 'Wait', version: 2, form: 'a', documents: [] }];
    expect(compareForms('0.1.0', back, released)).toEqual([
      'Wait is at version 2 in 0.1.0, now at 1. A version never goes back',
    ]);
  });
});
