import type { EntityTables } from '@cellwright/service-kit/entities';
import { connectTables } from '@cellwright/service-kit/postgres';

export const schema = 'software_update';

/** Tables of this service besides the outbox, as created by prisma/migrations. */
export type OwnTables = {
  readonly Install: InstallTable;
  readonly Backup: BackupTable;
  readonly Setting: SettingTable;
};
export type SoftwareTables = EntityTables & OwnTables;

interface InstallTable {
  readonly id: string;
  readonly buildID: string;
  readonly fromBuildID: string;
  readonly stage: string;
  readonly outcome: string;
  readonly source: string | null;
  /** BuildManifest as JSON. */
  readonly manifest: string;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface BackupTable {
  readonly id: string;
  /** Backup of the domain package, as JSON. */
  readonly body: string;
  readonly createdAt: Date;
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
