import type { AuditEntry } from '@cellwright/domain/cell';
import type { WaveBoxStatus, WaveStatus } from '@cellwright/domain/fleet';
import { type EntityTables, insertAudit } from '@cellwright/service-kit/entities';
import { connectTables, guardDatabase } from '@cellwright/service-kit/postgres';
import type { Transaction } from 'kysely';
import type { OpenCode, StoredAccount, StoredBox, StoredFact } from '../domain/fleet-store.ts';

export const schema = 'hub';

/** Tables of this service other than the outbox, as created by prisma/migrations. */
export type OwnTables = {
  readonly Box: BoxTable;
  readonly EnrolmentCode: EnrolmentCodeTable;
  readonly Account: AccountTable;
  readonly Fact: FactTable;
  readonly Wave: WaveTable;
  readonly WaveBox: WaveBoxTable;
};
export type HubTables = EntityTables & OwnTables;
export type HubTransaction = Transaction<HubTables>;

interface BoxTable extends Omit<StoredBox, 'codeExpiresAt'> {
  /** Start of the box and count of its newest report. */
  readonly sessionID: string | null;
  readonly sequence: number | null;
}

interface EnrolmentCodeTable extends OpenCode {
  readonly boxID: string;
}

interface AccountTable extends StoredAccount {
  readonly boxID: string;
  readonly revokedAt: Date | null;
  readonly isPushed: boolean;
}

interface FactTable extends StoredFact {
  readonly boxID: string;
}

interface WaveTable {
  readonly id: string;
  readonly buildID: string;
  /** NewWave of the domain package, as JSON. */
  readonly plan: string;
  readonly status: WaveStatus;
  readonly reason: string | null;
  readonly currentGroup: number;
  /** Failures of the current group that a user has accepted. */
  readonly acceptedFailures: number;
  readonly createdAt: Date;
  readonly createdBy: string;
}

interface WaveBoxTable {
  readonly waveID: string;
  readonly boxID: string;
  readonly groupIndex: number;
  readonly status: WaveBoxStatus;
  /** Production before and after the install, as JSON. */
  readonly production: string | null;
  readonly watchUntil: Date | null;
  /** BoxProblem of the domain package, as JSON. */
  readonly problem: string | null;
}

/** Connects the service with one bounded pool. */
export function connectDatabase(connectionString: string) {
  const tables = connectTables<EntityTables>({ connectionString, schema, max: 6 });
  return { ...tables, entities: tables.db, db: tables.db.withTables<OwnTables>() };
}
export type HubDatabase = ReturnType<typeof connectDatabase>;

/** Runs an act in a transaction, in which `audit` stores an entry of the audit log. */
export type Transact = <T>(
  act: (tx: HubTransaction, audit: (entry: AuditEntry) => Promise<void>) => Promise<T>,
) => Promise<T>;

/** Creates the transactions of acts. `onAudit` is called after each, when entries wait in the outbox. */
export function createTransact({ entities }: HubDatabase, onAudit: () => void): Transact {
  return async (act) => {
    const result = await guardDatabase(() =>
      entities
        .transaction()
        .execute((outer) => act(outer.withTables<OwnTables>(), (entry) => insertAudit(outer, entry))),
    );
    onAudit();
    return result;
  };
}
