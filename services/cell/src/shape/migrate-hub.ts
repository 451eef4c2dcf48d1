import * as hub from '@cellwright/hub/migrations';
import * as identity from '@cellwright/identity/migrations';
import type { Logger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import type { DatabaseUrls } from './migrate-services.ts';
import { migrationsOf } from './migrations.ts';

/** Migrates the tables of a hub as their owner, and grants the services' role its rights to rows. */
export async function migrateHub({ owner, services }: DatabaseUrls, log: Logger): Promise<void> {
  for (const [name, { migrationSettings }] of Object.entries({ hub, identity }))
    await applyMigrations({
      ...migrationSettings,
      ...{ connectionString: owner, servicesUrl: services, directory: migrationsOf(name), log },
    });
}
