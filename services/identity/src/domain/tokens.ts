import { createId, ProductError } from '@cellwright/domain/basics';
import type { DeveloperToken, Permission } from '@cellwright/domain/cell';
import { makeSecret } from './secret.ts';

export interface SecretUse {
  readonly secretHash: string;
  readonly at: Date;
}

export interface StoredToken {
  readonly document: DeveloperToken;
  readonly secretHash: string;
  readonly lastUsedAt: Date | null;
}

export interface TokenStore {
  /** Stores a token; returns the document as JSON text, undefined when the idempotency key has been used. */
  insert(
    token: { readonly token: DeveloperToken; readonly secretHash: string; readonly idempotencyKey: string | null },
    at: Date,
  ): Promise<string | undefined>;
  /** Lists tokens that were not revoked. */
  list(): Promise<StoredToken[]>;
  noteUse(uses: readonly SecretUse[]): Promise<void>;
}

export interface NewToken {
  readonly name: string;
  /** 0 if it does not expire. */
  readonly expiresInDays: number;
  readonly permissions: readonly Permission[];
  readonly idempotencyKey: string;
  readonly makerID: string;
  readonly makerName: string;
}

export interface TokenServiceDeps {
  readonly store: TokenStore;
  /** Called when access has changed, or may have. */
  readonly refresh: () => Promise<void>;
  readonly now: () => Date;
}

export type TokenService = ReturnType<typeof createTokenService>;

/** Developer tokens: 256 random bits, stored only as their SHA-256, named, expiring, revocable. */
export function createTokenService({ store, refresh, now }: TokenServiceDeps) {
  const lastUses = new Map<string, Date>();
  return {
    /** Creates a token. Returns the document as JSON text, and the secret. */
    async create(input: NewToken): Promise<{ text: string; secret: string }> {
      const token = newToken(input, now());
      const { secret, secretHash } = makeSecret('cw_');
      const idempotencyKey = input.idempotencyKey || null;
      const text = await store.insert({ token, secretHash, idempotencyKey }, now()).finally(refresh);
      if (text === undefined) {
        throw new ProductError(
          'conflict',
          'This token already exists, and its secret cannot be shown again. Revoke it and create another',
        );
      }
      return { text, secret };
    },

    async list(): Promise<StoredToken[]> {
      const stored = await store.list();
      for (const { document, lastUsedAt } of stored) if (lastUsedAt) lastUses.set(document.id, lastUsedAt);
      return stored;
    },

    /** Returns the last use known to this process. */
    lastUseOf: (id: string): Date | undefined => lastUses.get(id),
    noteUse: (uses: readonly SecretUse[]) => store.noteUse(uses),
  };
}

function newToken({ expiresInDays: days, ...input }: NewToken, at: Date): DeveloperToken {
  return {
    id: createId('token'),
    name: input.name,
    permissions: [...new Set(input.permissions)],
    expiresAt: days > 0 ? new Date(at.getTime() + days * 86_400_000).toISOString() : null,
    createdByID: input.makerID,
    createdByName: input.makerName,
    lastUsedAt: null,
  };
}
