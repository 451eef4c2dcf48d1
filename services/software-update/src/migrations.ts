import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { schema } from './store/database.ts';

/** Migrations of this service in addition to those in its folder; it has the tables of entities for the outbox. */
export const migrationSettings = { schema, included: [entityTablesMigration] };

// Acts of the start of a box before its database is opened.
export { settleDatabase } from './former/settle-database.ts';
export { createJournalFile, locateJournal } from './store/journal-file.ts';
