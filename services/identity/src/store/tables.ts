import type { EntityTables } from '@cellwright/service-kit/entities';
import type { ColumnType } from 'kysely';

/** Tables of this service besides those of entities, as created by prisma/migrations. No document contains secrets. */
export type OwnTables = {
  readonly TokenSecret: TokenSecretTable;
  readonly Credential: CredentialTable;
  readonly ExternalAccount: ExternalAccountTable;
  readonly Session: SessionTable;
  readonly Link: LinkTable;
  readonly SigningKey: SigningKeyTable;
  readonly AuditEntry: AuditEntryTable;
  readonly AuditHead: AuditHeadTable;
  readonly AuditSeal: AuditSealTable;
};

export type IdentityTables = EntityTables & OwnTables;

/** An entry of the audit log; `at`, `action` and `subjectId` are derived from `body`. */
export interface AuditEntryTable {
  /** A bigint, read as text. */
  readonly seq: string;
  readonly id: string;
  readonly body: string;
  readonly hash: string;
  readonly at: ColumnType<string, never, never>;
  readonly action: ColumnType<string, never, never>;
  readonly subjectId: ColumnType<string, never, never>;
}

/** End of the audit log; one row. */
export interface AuditHeadTable {
  readonly only: ColumnType<boolean, never, never>;
  readonly seq: string;
  readonly hash: string;
}

/**
 * Start of the part of the audit log that is hashed with the key; one row, without a mac until the key is first used.
 */
export interface AuditSealTable extends AuditHeadTable {
  readonly mac: string | null;
}

/** Secret of a developer token: only its SHA-256, which is enough for 256 random bits. */
export interface TokenSecretTable {
  readonly id: string;
  readonly secretHash: string;
  readonly idempotencyKey: string | null;
  readonly lastUsedAt: Date | null;
}

/** Credentials of a user: argon2id hashes. */
export interface CredentialTable {
  readonly userID: string;
  /** In lower case. */
  readonly username: string;
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
}

/** Account of a user at an OpenID provider. */
export interface ExternalAccountTable {
  readonly issuer: string;
  readonly subject: string;
  readonly userID: string;
}

export interface SessionTable {
  readonly id: string;
  readonly userID: string;
  readonly secretHash: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** A link for one use; the empty user means the cell's set-up. */
export interface LinkTable {
  readonly userID: string;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
}

/** Keys that sign tokens, as JSON Web Keys. */
export interface SigningKeyTable {
  readonly id: string;
  readonly publicJwk: string;
  readonly privateJwk: string;
  readonly createdAt: Date;
}
