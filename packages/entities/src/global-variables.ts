import { type GlobalVariable, globalVariableSchema } from '@cellwright/domain/routine';
import { defineEntity } from './framework/definition.ts';

/** Variables of the cell, shared by routines. */
export const globalVariables = defineEntity<GlobalVariable>({
  name: 'globalVariables',
  path: 'variables',
  noun: 'variable',
  description: 'Variables that every routine of the cell can read and set',
  owner: 'library',
  schema: globalVariableSchema,
  idPrefix: 'variable',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  filters: { name: 'string' },
  // Expressions and programs refer to a variable by its name.
  uniqueName: 'name',
  search: ['name'],
  sort: ['name'],
  maxBytes: 1024 * 1024,
  keptWhileUsed: true,
  wrap: 'globalVariableItem',
});
