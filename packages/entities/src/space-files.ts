import { maxDocumentBytes } from '@cellwright/domain/basics';
import { type SpaceFile, spaceFileListingSchema, spaceFileSchema } from '@cellwright/domain/space';
import { defineEntity } from './framework/definition.ts';

/**
 * Meshes of environment objects. They are created by an upload, never change, and are kept while an object uses them.
 */
export const spaceFiles = defineEntity<SpaceFile>({
  name: 'spaceFiles',
  noun: 'mesh file',
  description: 'Meshes uploaded for the objects around the arm',
  owner: 'library',
  schema: spaceFileSchema,
  idPrefix: 'spaceFile',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'nobody', patch: 'nobody', remove: 'author' },
  filters: { name: 'string', format: 'string' },
  search: ['name'],
  sort: ['name', 'byteLength', 'triangleCount'],
  maxBytes: maxDocumentBytes,
  listing: { schema: spaceFileListingSchema, of: ({ stl: _, ...listing }) => listing },
  keptWhileUsed: true,
});
