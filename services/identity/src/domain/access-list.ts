import type { Clock } from '@cellwright/domain/basics';
import { SteadyEnds } from '@cellwright/service-kit';

/**
 * Access of the holder of a secret with this hash: its subject and permissions. Developer tokens are such records, and
 * every other opaque secret with an end.
 */
export interface AccessRecord {
  /** Id of the session or developer token itself. */
  readonly id: string;
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string;
  readonly subjectID: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Additional permissions of the subject after it has entered its PIN. */
  readonly pinPermissions: readonly string[];
  /** ISO 8601; empty without a PIN. */
  readonly pinChangedAt: string;
  /** Null if it does not expire. */
  readonly expiresAt: Date | null;
  readonly kind: 'developerToken' | 'session';
}

export type AccessChange =
  | { readonly kind: 'granted'; readonly record: AccessRecord }
  | { readonly kind: 'removed'; readonly secretHash: string }
  /** A JSON Web Key Set. */
  | { readonly kind: 'keys'; readonly jwks: string };

/** All valid access, in memory: a gateway that follows it waits for no store. */
export class AccessList {
  private readonly records = new Map<string, AccessRecord>();
  private readonly listeners = new Set<(change: AccessChange) => void>();
  private readonly ends: SteadyEnds;
  private changes = 0;
  /** Public keys for signed tokens; a JSON Web Key Set. */
  jwks = '';

  constructor(clock: Clock) {
    this.ends = new SteadyEnds(clock);
  }

  current(): AccessRecord[] {
    this.removeExpired();
    return [...this.records.values()];
  }

  find(secretHash: string): AccessRecord | undefined {
    return this.records.get(secretHash);
  }

  findByID(id: string): AccessRecord | undefined {
    return this.current().find((record) => record.id === id);
  }

  setKeys(jwks: string): void {
    if (jwks === this.jwks) return;
    this.jwks = jwks;
    for (const listener of this.listeners) listener({ kind: 'keys', jwks });
  }

  /** Calls back on every later change, until the returned function is called. */
  listen(listener: (change: AccessChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  grant(record: AccessRecord): void {
    this.records.set(record.secretHash, record);
    this.tell({ kind: 'granted', record });
  }

  remove(secretHash: string): void {
    if (this.records.delete(secretHash)) this.tell({ kind: 'removed', secretHash });
  }

  /** True if a token has ended by its own date. */
  readonly hasEnded = (id: string, expiresAt: Date | null): boolean => this.ends.hasEnded(id, expiresAt);

  removeExpired(): void {
    for (const { id, secretHash, expiresAt } of this.records.values()) {
      if (this.hasEnded(id, expiresAt)) this.remove(secretHash);
    }
  }

  /**
   * Replaces the list by the store's content. Returns false without a change when the list changed during the read,
   * whose result is then outdated.
   */
  async reload(read: () => Promise<readonly AccessRecord[]>): Promise<boolean> {
    const before = this.changes;
    const stored = await read();
    if (this.changes !== before) return false;
    const hashes = new Set(stored.map(({ secretHash }) => secretHash));
    for (const secretHash of [...this.records.keys()]) if (!hashes.has(secretHash)) this.remove(secretHash);
    for (const record of stored) {
      if (!isSame(record, this.records.get(record.secretHash))) this.grant(record);
    }
    return true;
  }

  private tell(change: AccessChange): void {
    this.changes += 1;
    for (const listener of this.listeners) listener(change);
  }
}

function isSame(record: AccessRecord, other: AccessRecord | undefined): boolean {
  return JSON.stringify(record) === JSON.stringify(other);
}
