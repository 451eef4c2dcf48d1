import { timingSafeEqual } from 'node:crypto';
import { type Clock, ProductError, rest, thisMachine } from '@cellwright/domain/basics';
import { noPerson, type PersonProof } from '@cellwright/domain/cell';
import { messages } from '@cellwright/domain/messages';
import { SteadyEnds } from '@cellwright/service-kit';
import { type Identity, type Permission, permissions } from './identity.ts';
import { digestSecret, type SecretDigest } from './secret-digest.ts';
import { SignedTokens } from './signed-tokens.ts';

/** Silence after which the stream from identity is considered broken, ms. */
export const silentAfterMS = 3000;
/** Maximum age of the access list while identity does not respond, for commands, ms. A stop has no limit. */
export const commandTrustMS = 60_000;
const maxTokenLength = 4096;
/** Maximum time that a request waits for its own change, which normally arrives on the stream within milliseconds. */
const changeWithinMS = 1000;

/** Access of the bearer of the secret with this hash. */
export interface AccessRecord extends Identity {
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string;
  readonly accessID: string;
  readonly kind: 'session' | 'developerToken';
  /** Shared with identities that were recognised before, so that they have the newest assertion. */
  readonly proof: HeldProof;
  /** Additional permissions with a control-panel token. */
  readonly pinPermissions: readonly Permission[];
  /** Time at which the subject's PIN was set, ISO 8601; empty without one. */
  readonly pinChangedAt: string;
  /** Null if it does not expire by itself. */
  readonly expiresAt: Date | null;
}

/** Proof whose assertion is renewed. */
export interface HeldProof extends PersonProof {
  assertion: string;
}

/** Determines the owner of a secret immediately, without a request. */
export interface Authenticator {
  /**
   * Verifies a signed token before it is recognised; undefined if there is nothing to verify, or it was verified
   * before.
   * @throws ProductError authorization_required, as the promise's rejection.
   */
  introduce(token: string | undefined): Promise<void> | undefined;
  /**
   * Returns the identity of a secret; sufficient for a stop. A caller that already has the token's digest passes it.
   * @throws ProductError authorization_required for an unknown secret, unavailable if that cannot be determined now.
   */
  recognise(token: string | undefined, isLoopback: boolean, digest?: SecretDigest): Identity;
  /** Additional check for all requests except stops. @throws ProductError unavailable if the access list is too old. */
  requireFresh(identity: Identity): void;
  /** Calls the listener when access was granted or has ended, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/**
 * Origin from which the key of this machine is accepted: its own programs, or, if the key is a secret of a cluster,
 * other pods as well.
 */
export type AdminKeyFrom = 'loopback' | 'anywhere';

export interface AccessReplicaDeps {
  /** Random key in the data folder, for this machine's command line. */
  readonly adminKey: string | undefined;
  /** Default loopback. */
  readonly adminKeyFrom?: AdminKeyFrom;
  readonly clock: Clock;
  /** Called for every known secret that a client used. */
  readonly onUse: (secretHash: string) => void;
}

const machine: Identity = {
  ...thisMachine,
  ...{ permissions: [...permissions], isUnlocked: true, proof: { ...noPerson, standIn: 'machine' } },
};

/** True for the command line on this machine, which uses the key in the data folder. */
export function isThisMachine(identity: Identity): boolean {
  return identity === machine;
}

/**
 * This gateway's copy of the access list. It remains valid without the identity service, so that a stop depends on no
 * other process.
 */
export class AccessReplica implements Authenticator {
  private records = new Map<string, AccessRecord>();
  private byID = new Map<string, AccessRecord>();
  private readonly signed: SignedTokens;
  private readonly ends: SteadyEnds;
  private heardAt: number | undefined;
  private readonly adminDigest: Buffer | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly deps: AccessReplicaDeps;

  constructor(deps: AccessReplicaDeps) {
    this.deps = deps;
    this.signed = new SignedTokens(deps.clock);
    this.ends = new SteadyEnds(deps.clock);
    this.adminDigest = deps.adminKey === undefined ? undefined : digestSecret(deps.adminKey).bytes;
  }

  introduce(token: string | undefined): Promise<void> | undefined {
    if (token === undefined || token.length > maxTokenLength || this.signed.isSettled(token)) return undefined;
    return this.signed.verify(token);
  }

  /** Sets the keys that verify signed tokens: a JSON Web Key Set. */
  setKeys(jwks: string): void {
    this.signed.setKeys(jwks);
    this.hear();
    this.tell();
  }

  recognise(token: string | undefined, isLoopback: boolean, known?: SecretDigest): Identity {
    if (!token) throw new ProductError('authorization_required', 'Send a token: Authorization: Bearer <token>');
    if (token.length > maxTokenLength) throw new ProductError('authorization_required', messages.invalidToken);
    const digest = known ?? digestSecret(token);
    const isTakenHere = isLoopback || this.deps.adminKeyFrom === 'anywhere';
    if (isTakenHere && this.adminDigest && timingSafeEqual(digest.bytes, this.adminDigest)) return machine;
    const verified = this.signed.find(token);
    const record = verified ? this.byID.get(verified.accessID) : this.records.get(digest.hex);
    if (!record && this.silentForMS > silentAfterMS) throw new ProductError('unavailable', this.describeUnknown());
    if (!record || this.isExpired(record)) throw new ProductError('authorization_required', messages.invalidToken);
    const isControlPanel = verified?.audience === 'control-panel';
    // A changed PIN invalidates the tokens that were issued for the previous one.
    if (isControlPanel && verified.pinChangedAt !== record.pinChangedAt)
      throw new ProductError('authorization_required', messages.invalidToken);
    this.deps.onUse(record.secretHash);
    return isControlPanel ? unlock(record, verified.unlock) : record;
  }

  requireFresh(identity: Identity): void {
    if (identity === machine || this.silentForMS <= commandTrustMS) return;
    throw new ProductError(
      'unavailable',
      `The identity service has not answered for over ${commandTrustMS / 1000} s, so the permissions of ${identity.name} cannot be checked. Only stops are accepted until it is back`,
    );
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Time since the last message of identity, ms; Infinity before the first complete list. */
  get silentForMS(): number {
    return this.heardAt === undefined ? Number.POSITIVE_INFINITY : this.deps.clock.now() - this.heardAt;
  }

  /** Replaces the whole list. */
  replace(given: readonly AccessRecord[]): void {
    const records = given.map((record) => this.holdProof(record));
    this.records = new Map(records.map((record) => [record.secretHash, record]));
    this.byID = new Map(records.map((record) => [record.accessID, record]));
    for (const record of records) this.isExpired(record);
    this.hear();
    this.tell();
  }

  grant(given: AccessRecord): void {
    const record = this.holdProof(given);
    this.records.set(record.secretHash, record);
    this.byID.set(record.accessID, record);
    // Starts its remaining lifetime now, not at its first use.
    this.isExpired(record);
    this.hear();
    this.tell();
  }

  remove(secretHash: string): void {
    this.byID.delete(this.records.get(secretHash)?.accessID ?? '');
    this.records.delete(secretHash);
    this.ends.forget(secretHash);
    this.hear();
    this.tell();
  }

  /** Renews the assertion of a known session or token. */
  renew(accessID: string, assertion: string): void {
    const record = this.byID.get(accessID);
    if (record) record.proof.assertion = assertion;
    this.hear();
  }

  /** Records a message of identity. */
  hear(): void {
    this.heardAt = this.deps.clock.now();
  }

  /** Resolves after the first complete list, or after a second without one: the gateway must not stay closed. */
  untilHeard(): Promise<void> {
    return this.until(() => this.heardAt !== undefined);
  }

  /** Resolves when a new secret is known here, or after a second. */
  untilKnown(secret: string): Promise<void> {
    const secretHash = digestSecret(secret).hex;
    return this.until(() => this.records.has(secretHash));
  }

  /** Resolves when a session or token is no longer known here, or after a second. */
  untilGone(accessID: string): Promise<void> {
    return this.until(() => !this.byID.has(accessID));
  }

  private async until(isDone: () => boolean): Promise<void> {
    const done = new AbortController();
    const check = () => {
      if (isDone()) done.abort();
    };
    const stopListening = this.onChange(check);
    check();
    if (!done.signal.aborted) await rest(this.deps.clock, changeWithinMS, done.signal);
    stopListening();
  }

  /** Returns the record with the proof that is in use for it. */
  private holdProof(record: AccessRecord): AccessRecord {
    const proof = this.byID.get(record.accessID)?.proof;
    if (!proof) return record;
    proof.assertion = record.proof.assertion;
    return { ...record, proof };
  }

  private isExpired({ secretHash, expiresAt }: AccessRecord): boolean {
    return this.ends.hasEnded(secretHash, expiresAt);
  }

  private describeUnknown(): string {
    return this.heardAt === undefined
      ? 'The identity service has not answered since the gateway started, so no token can be checked, not even for a stop. Use the emergency stop button, or npm run routine -- stop on the cell itself'
      : 'The token is unknown and the identity service does not answer. If the token is new, try again in a moment';
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/**
 * Returns the session after its PIN was entered: with additional permissions, or none if the permission was revoked.
 */
function unlock(record: AccessRecord, unlockAssertion: string): Identity {
  const isUnlocked = record.kind === 'session' && record.pinPermissions.includes('controlPanel');
  const { proof } = record;
  return {
    ...record,
    ...{ permissions: [...record.permissions, ...record.pinPermissions], isUnlocked },
    proof: {
      get assertion() {
        return proof.assertion;
      },
      unlock: isUnlocked ? unlockAssertion : '',
      standIn: '',
    },
  };
}
