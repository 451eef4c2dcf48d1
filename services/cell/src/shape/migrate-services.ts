import * as equipment from '@cellwright/equipment-service/migrations';
import * as identity from '@cellwright/identity/migrations';
import * as library from '@cellwright/library/migrations';
import * as runner from '@cellwright/routine-runner/migrations';
import type { Logger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import type { RestoreRules } from '@cellwright/software-update';
import * as softwareUpdate from '@cellwright/software-update/migrations';
import { migrationsOf } from './migrations.ts';

const services = { equipment, identity, library, 'routine-runner': runner, 'software-update': softwareUpdate };

export interface DatabaseUrls {
  /** URL as the owner of the tables. */
  readonly owner: string;
  /** URL as the role of the services, which owns nothing. */
  readonly services: string;
}

/** Schemas of a backup: all but that of backups themselves. */
export const backedUpSchemas: readonly string[] = Object.entries(services).flatMap(([name, { migrationSettings }]) =>
  name === 'software-update' ? [] : [migrationSettings.schema],
);

const { schema } = identity.migrationSettings;
const identityTable = (table: string) => ({ schema, table });

/** The audit log and the keys stay; sessions, one-time links and tokens that ended since the backup do not come back. */
export const restoreRules: RestoreRules = {
  kept: [
    [identityTable('AuditEntry'), identityTable('AuditHead'), identityTable('AuditSeal')],
    [identityTable('SigningKey')],
  ],
  emptied: [identityTable('Session'), identityTable('Link')],
  live: [
    {
      ids: `SELECT "id" FROM ${schema}."Entity" WHERE "entity" = 'tokens' AND "removedAt" IS NULL`,
      removals: [
        `DELETE FROM ${schema}."TokenSecret" WHERE "id" <> ALL($1)`,
        `DELETE FROM ${schema}."Entity" WHERE "entity" = 'tokens' AND "id" <> ALL($1)`,
      ],
    },
  ],
};

/** Migrates an empty database as its owner, for a comparison with a backup. */
export async function migrateScratch(owner: string, log: Logger): Promise<void> {
  await migrateServices({ owner, services: owner }, log);
}

/** Migrates the tables of all services as their owner, and grants the services' role its rights to rows. */
export async function migrateServices({ owner, services: servicesUrl }: DatabaseUrls, log: Logger): Promise<void> {
  const each = Object.entries(services).map(([name, { migrationSettings }]) =>
    applyMigrations({
      ...migrationSettings,
      ...{ connectionString: owner, servicesUrl, directory: migrationsOf(name), log },
    }),
  );
  await Promise.all(each);
}
