import type { EntityTables } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';
import type { Generated } from 'kysely';

export const schema = 'software_update';

/** Tables of this service other than the outbox, as created by prisma/migrations. */
export type OwnTables = {
  readonly Backup: BackupTable;
  readonly FleetFact: FleetFactTable;
  readonly Setting: SettingTable;
};

interface BackupTable {
  readonly id: string;
  /** Backup of the domain package, as JSON. */
  readonly body: string;
  readonly createdAt: Date;
}

interface FleetFactTable {
  readonly id: Generated<string>;
  /** BoxFact of the domain package, as JSON. */
  readonly body: string;
}

interface SettingTable {
  readonly name: string;
  readonly body: string;
}

/** Connects the service with one small pool: it is idle nearly always. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max: 2 });
  return { ...tables, db: tables.db.withTables<OwnTables>() };
}
export type SoftwareDatabase = ReturnType<typeof connectDatabase>;
