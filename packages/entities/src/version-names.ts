import { newVersionNameSchema, type VersionName, versionNameSchema } from '@cellwright/domain/routine';
import { defineEntity } from './framework/definition.ts';

/** Names of saved versions of routines, stored separately: naming a version creates no new one. */
export const versionNames = defineEntity<VersionName>({
  name: 'versionNames',
  noun: 'version name',
  description: 'Names and notes that people gave to versions of routines',
  owner: 'library',
  schema: versionNameSchema,
  create: newVersionNameSchema,
  idPrefix: 'versionName',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'author', patch: 'author', remove: 'author' },
  filters: { routineID: 'string', routineVersion: 'number', name: 'string' },
  sort: ['routineVersion'],
  order: ['-routineVersion'],
});
