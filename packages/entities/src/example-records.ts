import { type ExampleRecord, exampleRecordSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Objects that examples have added to the cell: one record for each example, by its name. The gateway writes it. */
export const exampleRecords = defineEntity<ExampleRecord>({
  name: 'exampleRecords',
  noun: 'record of an example',
  description: 'Items that examples added to the cell, for their removal',
  owner: 'library',
  schema: exampleRecordSchema,
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'author', patch: 'author', remove: 'nobody' },
  isAudited: false,
});
