import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';

const algorithm = 'EdDSA';
/** Lifetime of a signed token, s. */
const signedTokenSeconds = 900;

export interface SigningKey {
  readonly id: string;
  readonly publicJwk: string;
  readonly privateJwk: string;
  readonly createdAt: Date;
}

export interface SigningKeyStore {
  /** Lists keys, newest first. */
  list(): Promise<SigningKey[]>;
  /** Stores the key, and deletes older ones. */
  insert(key: SigningKey, forgetBefore: Date, entry: AuditEntry | undefined): Promise<void>;
}

export interface SignedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface Claims {
  readonly subjectID: string;
  /** Session or developer token whose end ends the signed token. */
  readonly accessID: string;
  readonly audience: 'api' | 'control-panel';
  readonly permissions: Readonly<Record<string, boolean>>;
  /** ISO 8601: the token ends when the PIN is changed again. Control-panel tokens have it. */
  readonly pinChangedAt?: string;
  /** Assertion for other services that the PIN was entered. Only in control-panel tokens. */
  readonly unlock?: string;
}

/** Signs tokens with the newest key; older keys verify their earlier tokens. */
export class Signer {
  private readonly store: SigningKeyStore;
  private readonly clock: Clock;
  private keys: readonly SigningKey[] = [];

  constructor(store: SigningKeyStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Reads the keys and creates the first one. Returns the public keys as a JSON Web Key Set. */
  async load(): Promise<string> {
    this.keys = await this.store.list();
    if (this.keys.length === 0) await this.rotate();
    return this.publicKeys();
  }

  /** Signs with a new key from now on. Deletes keys whose last token expired an hour ago. */
  async rotate(entry?: AuditEntry): Promise<string> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const [open, secret] = [await exportJWK(publicKey), await exportJWK(privateKey)];
    const createdAt = this.clock.wallNow();
    const key = { id: createId('key'), publicJwk: JSON.stringify(open), privateJwk: JSON.stringify(secret), createdAt };
    // A key signs until the next is created, and must verify until its last token has expired.
    const previous = this.keys[0]?.createdAt.getTime() ?? 0;
    const isLongAgo = previous < createdAt.getTime() - 3_600_000;
    await this.store.insert(key, new Date(isLongAgo ? previous : 0), entry);
    this.keys = await this.store.list();
    return this.publicKeys();
  }

  async sign({ subjectID, accessID, audience, permissions, pinChangedAt, unlock }: Claims): Promise<SignedToken> {
    const [key] = this.keys;
    if (!key) throw new ProductError('unavailable', 'There is no signing key yet. Try again in a moment');
    const now = Math.floor(this.clock.wallNow().getTime() / 1000);
    // Sound: the key was exported as a JWK here.
    const jwk = JSON.parse(key.privateJwk) as JWK;
    const token = await new SignJWT({
      sid: accessID,
      permissions,
      ...(pinChangedAt === undefined ? {} : { pin: pinChangedAt }),
      ...(unlock === undefined ? {} : { unlock }),
    })
      .setProtectedHeader({ alg: algorithm, kid: key.id })
      .setIssuer('cellwright')
      .setSubject(subjectID)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + signedTokenSeconds)
      .sign(await importJWK(jwk, algorithm));
    return { token, expiresAt: new Date((now + signedTokenSeconds) * 1000) };
  }

  private publicKeys(): string {
    const keys = this.keys.map(({ id, publicJwk }) => ({
      ...JSON.parse(publicJwk),
      kid: id,
      alg: algorithm,
      use: 'sig',
    }));
    return JSON.stringify({ keys });
  }
}
