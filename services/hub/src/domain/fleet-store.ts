import type { AuditEntry } from '@cellwright/domain/cell';
import type { BoxLabels } from '@cellwright/domain/fleet';

export interface StoredBox {
  readonly id: string;
  readonly serial: string;
  readonly alias: string;
  readonly notes: string;
  /** Array of text, as JSON. */
  readonly tags: string;
  readonly updateHold: string;
  readonly createdAt: Date;
  /** Account on NATS while the box is enrolled. */
  readonly account: string | null;
  readonly enrolledAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastSeenAt: Date | null;
  /** End of its code. */
  readonly codeExpiresAt: Date | null;
  /** BoxState of the domain package, as JSON. */
  readonly state: string | null;
}

export interface StoredAccount {
  readonly account: string;
  readonly userKey: string;
  /** Newest JWT of the account. */
  readonly jwt: string;
}

export interface StoredFact {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly at: Date;
  readonly receivedAt: Date;
}

export interface NewBox {
  readonly id: string;
  readonly serial: string;
  readonly alias: string;
  readonly at: Date;
}

export interface OpenCode {
  readonly digest: string;
  readonly expiresAt: Date;
}

/** Returns the JWT that revokes an account. */
export type SignRevoked = (former: StoredAccount) => Promise<string>;

export interface Enrolment extends StoredAccount {
  readonly at: Date;
  /** Revokes the previous account of the box. */
  readonly revoke: SignRevoked;
}

/** Boxes, their codes and their accounts. Audit entries are stored in the transaction of the act. */
export interface FleetStore {
  list(): Promise<readonly StoredBox[]>;
  /** @throws ProductError not_found */
  get(id: string): Promise<StoredBox>;
  /** Stores the box of a serial number if it is new, and its code in place of a previous one. */
  openCode(box: NewBox, code: OpenCode, entry: AuditEntry): Promise<StoredBox>;
  label(id: string, labels: Partial<BoxLabels>, entry: AuditEntry): Promise<StoredBox>;
  /**
   * Uses a code: it is gone, the box has a new account, and its previous one is revoked. Returns undefined if no open code
   * of this serial number matches.
   */
  redeem(
    serial: string,
    digest: string,
    enrolment: Enrolment,
    describe: (box: StoredBox) => AuditEntry,
  ): Promise<StoredBox | undefined>;
  /** Revokes the keys of a box and closes its code. */
  revoke(id: string, at: Date, sign: SignRevoked, entry: AuditEntry): Promise<StoredBox>;
  /** Returns the newest facts of a box, newest first. */
  listTimeline(boxID: string): Promise<readonly StoredFact[]>;
}
