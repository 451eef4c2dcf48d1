import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { privileges, schema } from './store/database.ts';

/** Migrations of this service in addition to those in its folder, and the rights to its tables. */
export const migrationSettings = { schema, privileges, included: [entityTablesMigration] };
