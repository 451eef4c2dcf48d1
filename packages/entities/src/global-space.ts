import { maxDocumentBytes } from '@cellwright/domain/basics';
import { type SpaceItem, spaceFileIDOf, spaceItemSchema, spaceItemVersions } from '@cellwright/domain/space';
import { defineEntity } from './framework/definition.ts';

/** Space items of the cell, shared by routines. */
export const globalSpace = defineEntity<SpaceItem>({
  name: 'globalSpace',
  path: 'space-items',
  noun: 'space item',
  description: 'Positions, lists of positions, planes and objects that every routine of the cell can use',
  owner: 'library',
  schema: spaceItemSchema,
  versionsByKind: spaceItemVersions,
  idPrefix: 'space',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  filters: { kind: 'string', name: 'string' },
  search: ['name', 'description'],
  sort: ['name', 'kind'],
  maxBytes: maxDocumentBytes,
  referencesOf: (item) =>
    [
      item.anchoredToID,
      item.kind === 'environmentObject' ? spaceFileIDOf(item.fileURL) : undefined,
      ...(item.kind === 'palletBoxes' ? item.palletBaseIDs : []),
    ].filter((id) => id !== undefined),
  keptWhileUsed: true,
  wrap: 'spaceItem',
});
