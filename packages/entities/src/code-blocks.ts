import { type CodeBlock, codeBlockSchema } from '@cellwright/domain/routine';
import { defineEntity } from './framework/definition.ts';

/** Code that routines run as steps. Steps name a block by its id, so one block serves several routines. */
export const codeBlocks = defineEntity<CodeBlock>({
  name: 'codeBlocks',
  noun: 'code block',
  description:
    'JavaScript code that routines run as steps in a separate process, with all versions. The source needs the permission author or connectToRobot',
  owner: 'library',
  schema: codeBlockSchema,
  idPrefix: 'codeBlock',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  hide: { source: 'unlessSelfOr:author,connectToRobot' },
  filters: { name: 'string' },
  search: ['name', 'description'],
  sort: ['name'],
  keptWhileUsed: true,
});
