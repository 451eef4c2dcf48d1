import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createId, messages, nameSchema, ProductError } from '@cellwright/domain';

/** What may be granted: connectToRobot for all that moves, account for users and tokens, controlPanel for flags and admin. */
export const permissions = ['account', 'connectToRobot', 'controlPanel'] as const;
const known: ReadonlySet<string> = new Set(permissions);

const secretPrefix = 'cw_';
/** A token's last use is written at most once in this time. */
const lastUsedEveryMS = 60_000;

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface TokenStore {
  /** Stores a token; false when the idempotency key has been used. */
  insert(token: Token & { readonly secretHash: string; readonly idempotencyKey: string | null }): Promise<boolean>;
  findByHash(secretHash: string): Promise<Token | undefined>;
  list(): Promise<Token[]>;
  /** False when there is no such token. Revoking twice is fine. */
  revoke(id: string, at: Date): Promise<boolean>;
  touch(id: string, at: Date): Promise<void>;
}

export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | null;
}

export interface TokenDeskDeps {
  readonly store: TokenStore;
  /** The random key in the data folder, for this machine's command line. */
  readonly adminKey: string | undefined;
  readonly now: () => Date;
}

export type TokenDesk = ReturnType<typeof createTokenDesk>;

/** Developer tokens: 256 random bits, kept only as their SHA-256, named, expiring, revocable. */
export function createTokenDesk({ store, adminKey, now }: TokenDeskDeps) {
  const isAdminKey = (token: string): boolean => {
    if (adminKey === undefined) return false;
    return timingSafeEqual(digestOf(token), digestOf(adminKey));
  };

  return {
    async create(input: {
      name: string;
      expiresInDays: number;
      permissions: readonly string[];
      idempotencyKey: string;
    }) {
      const name = nameSchema('token', 100).safeParse(input.name);
      if (!name.success) {
        throw new ProductError('request_failed_validation', name.error.issues[0]?.message ?? 'A token needs a name');
      }
      const unknown = input.permissions.find((permission) => !known.has(permission));
      if (unknown !== undefined) {
        throw new ProductError(
          'request_failed_validation',
          `There is no permission '${unknown}'. Choose from ${permissions.join(', ')}`,
        );
      }
      if (!Number.isInteger(input.expiresInDays) || input.expiresInDays < 0 || input.expiresInDays > 3650) {
        throw new ProductError('request_failed_validation', 'A token lives 1 to 3650 days, or for ever (0)');
      }
      const createdAt = now();
      const secret = `${secretPrefix}${randomBytes(32).toString('base64url')}`;
      const token: Token = {
        id: createId('token'),
        name: name.data,
        permissions: [...new Set(input.permissions)],
        createdAt,
        expiresAt: input.expiresInDays > 0 ? new Date(createdAt.getTime() + input.expiresInDays * 86_400_000) : null,
        revokedAt: null,
        lastUsedAt: null,
      };
      const isStored = await store.insert({
        ...token,
        secretHash: hashOf(secret),
        idempotencyKey: input.idempotencyKey || null,
      });
      if (!isStored) {
        throw new ProductError(
          'conflict',
          'This token was made before, and its secret cannot be shown again. Revoke it and make another',
        );
      }
      return { token, secret };
    },

    list: () => store.list(),

    async revoke(id: string): Promise<void> {
      if (!(await store.revoke(id, now()))) throw new ProductError('not_found', `There is no token with the id ${id}`);
    },

    /** @throws ProductError authorization_required; it does not say why, to whoever guesses. */
    async authenticate(secret: string, isLoopback: boolean): Promise<Subject> {
      if (isLoopback && isAdminKey(secret)) {
        return { id: 'admin', name: 'This machine', permissions: [...permissions], expiresAt: null };
      }
      const token = secret.startsWith(secretPrefix) ? await store.findByHash(hashOf(secret)) : undefined;
      const at = now();
      if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= at)) {
        throw new ProductError('authorization_required', messages.invalidToken);
      }
      if (!token.lastUsedAt || at.getTime() - token.lastUsedAt.getTime() > lastUsedEveryMS)
        await store.touch(token.id, at);
      return token;
    },
  };
}

function hashOf(secret: string): string {
  return digestOf(secret).toString('hex');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
