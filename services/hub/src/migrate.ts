/** Migrates the schema of this service, and ends. */

import { fileURLToPath } from 'node:url';
import { runMigrations } from '@cellwright/service-kit/postgres';
import { migrationSettings } from './migrations.ts';

const directory = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
await runMigrations('hub', { ...migrationSettings, directory });
