import { timingSafeEqual } from 'node:crypto';
import { type Clock, messages, noPerson, type PersonProof, ProductError, rest, thisMachine } from '@cellwright/domain';
import { SteadyEnds } from '@cellwright/service-kit';
import { type Identity, type Permission, permissions } from './identity.ts';
import { digestSecret, type SecretDigest } from './secret-digest.ts';
import { SignedTokens } from './signed-tokens.ts';

/** Without a word from identity for this long, the line to it is taken for dead, ms. */
export const silentAfterMS = 3000;
/** Maximum age of what is known about access when identity is silent, ms: for commands. For a stop there is none. */
export const commandTrustMS = 60_000;
const longestToken = 4096;
/** A change that was made comes back on the line within milliseconds; a request that waits for it waits no longer than this. */
const changeWithinMS = 1000;

/** Who may come in with the secret of this hash. */
export interface AccessRecord extends Identity {
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string;
  readonly accessID: string;
  readonly kind: 'session' | 'developerToken';
  /** Identities that were recognised before share it, so that they have the newest assertion. */
  readonly proof: HeldProof;
  /** What the subject may besides with a control-panel token. */
  readonly pinPermissions: readonly Permission[];
  /** When the subject's PIN was set, ISO 8601; empty without one. */
  readonly pinChangedAt: string;
  /** Null when it does not end by itself. */
  readonly expiresAt: Date | null;
}

/** A proof whose assertion is renewed. */
export interface HeldProof extends PersonProof {
  assertion: string;
}

/** Finds out at once, without asking anybody, who a secret belongs to. */
export interface Authenticator {
  /**
   * Verifies a signed token, before it is recognised; undefined where there is nothing to verify, or it was done before.
   * @throws ProductError authorization_required, as the promise's rejection.
   */
  introduce(token: string | undefined): Promise<void> | undefined;
  /**
   * Enough for a stop. A caller that has the token's digest already passes it.
   * @throws ProductError authorization_required for a secret that is not known, unavailable when that cannot be told now.
   */
  recognise(token: string | undefined, isLoopback: boolean, digest?: SecretDigest): Identity;
  /** What everything but a stop needs besides. @throws ProductError unavailable when what is known of it is too old. */
  requireFresh(identity: Identity): void;
  /** Calls back when some access was given or has ended, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Who may show the key of this machine: its own programs, or, where the key is a secret of a cluster, those of other pods too. */
export type AdminKeyFrom = 'loopback' | 'anywhere';

export interface AccessReplicaDeps {
  /** The random key in the data folder, for this machine's command line. */
  readonly adminKey: string | undefined;
  /** Default loopback. */
  readonly adminKeyFrom?: AdminKeyFrom;
  readonly clock: Clock;
  /** Hears of every secret that was shown and known. */
  readonly onUse: (secretHash: string) => void;
}

const machine: Identity = {
  ...thisMachine,
  ...{ permissions: [...permissions], isUnlocked: true, proof: { ...noPerson, standIn: 'machine' } },
};

/** Whether it is the command line on this machine, with the key in the data folder. */
export function isThisMachine(identity: Identity): boolean {
  return identity === machine;
}

/** This gateway's copy of the list of access. It outlives the service it came from, so that a stop needs nobody. */
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
    if (token === undefined || token.length > longestToken || this.signed.isSettled(token)) return undefined;
    return this.signed.verify(token);
  }

  /** What verifies signed tokens: a JSON Web Key Set. */
  setKeys(jwks: string): void {
    this.signed.setKeys(jwks);
    this.hear();
    this.tell();
  }

  recognise(token: string | undefined, isLoopback: boolean, known?: SecretDigest): Identity {
    if (!token) throw new ProductError('authorization_required', 'Send a token: Authorization: Bearer <token>');
    if (token.length > longestToken) throw new ProductError('authorization_required', messages.invalidToken);
    const digest = known ?? digestSecret(token);
    const isTakenHere = isLoopback || this.deps.adminKeyFrom === 'anywhere';
    if (isTakenHere && this.adminDigest && timingSafeEqual(digest.bytes, this.adminDigest)) return machine;
    const verified = this.signed.find(token);
    const record = verified ? this.byID.get(verified.accessID) : this.records.get(digest.hex);
    if (!record && this.silentForMS > silentAfterMS) throw new ProductError('unavailable', this.describeUnknown());
    if (!record || this.isExpired(record)) throw new ProductError('authorization_required', messages.invalidToken);
    const isControlPanel = verified?.audience === 'control-panel';
    // A changed PIN ends the tokens that were issued for the one before.
    if (isControlPanel && verified.pinChangedAt !== record.pinChangedAt)
      throw new ProductError('authorization_required', messages.invalidToken);
    this.deps.onUse(record.secretHash);
    return isControlPanel ? unlock(record, verified.unlock) : record;
  }

  requireFresh(identity: Identity): void {
    if (identity === machine || this.silentForMS <= commandTrustMS) return;
    throw new ProductError(
      'unavailable',
      `The identity service has been silent for over ${commandTrustMS / 1000} s, so nobody knows whether ${identity.name} may still do this. Only stops are taken until it is back`,
    );
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Since when nothing was heard of identity, ms; Infinity before the first whole list. */
  get silentForMS(): number {
    return this.heardAt === undefined ? Number.POSITIVE_INFINITY : this.deps.clock.now() - this.heardAt;
  }

  /** A whole list, in place of the one before. */
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
    // Reckons now what remains of it, not with its first use.
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

  /** A new assertion of a session or token that is known. */
  renew(accessID: string, assertion: string): void {
    const record = this.byID.get(accessID);
    if (record) record.proof.assertion = assertion;
    this.hear();
  }

  /** Identity is there. */
  hear(): void {
    this.heardAt = this.deps.clock.now();
  }

  /** Resolves when there is a first whole list, or after a second all the same: a door does not stay shut for it. */
  untilHeard(): Promise<void> {
    return this.until(() => this.heardAt !== undefined);
  }

  /** Resolves when a secret just made is known here, or after a second all the same. */
  untilKnown(secret: string): Promise<void> {
    const secretHash = digestSecret(secret).hex;
    return this.until(() => this.records.has(secretHash));
  }

  /** Resolves when a session or token is not known here any more, or after a second all the same. */
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

  /** The record with the proof that is in use for it. */
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
      ? 'The identity service has not answered since this gateway started, so no token is known here yet, not even for a stop. Use the emergency stop button, or npm run routine -- stop on the cell itself'
      : 'This token is not among those known here, and the identity service does not answer. If it is new, try again in a moment';
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The session after its PIN was entered: what it may do besides, and nothing when the permission is gone. */
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
