/** Brings the schema of this service up to date, and ends. */

import { fileURLToPath } from 'node:url';
import { entityTablesMigration } from '@cellwright/service-kit/entities';
import { runMigrations } from '@cellwright/service-kit/postgres';
import { schema } from './store/database.ts';

await runMigrations('routine-runner', {
  schema,
  directory: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  included: [entityTablesMigration],
});
