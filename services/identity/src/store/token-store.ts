import { anyEntity, describeDocument, entities, parseReadable } from '@cellwright/entities';
import {
  type Author,
  answerText,
  type EntityStore,
  type EntityTransaction,
  insertDocument,
  removeDocument,
} from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { TokenStore } from '../domain/tokens.ts';
import { ownTables } from './database.ts';
import { recordUses } from './session-store.ts';
import type { IdentityTables } from './tables.ts';

const tokens = anyEntity('tokens');

/**
 * Creates the store of tokens. They are entities; the hashes of their secrets, and the times of use, are in separate
 * tables.
 */
export function createTokenStore(db: Kysely<IdentityTables>, store: EntityStore): TokenStore {
  return {
    insert: ({ token, secretHash, idempotencyKey }, at) =>
      store.transact(async (tx) => {
        const { numInsertedOrUpdatedRows } = await ownTables(tx)
          .insertInto('TokenSecret')
          .values({ id: token.id, secretHash, idempotencyKey, lastUsedAt: null })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return undefined;
        const by = { id: token.createdByID, name: token.createdByName };
        const stored = await insertDocument(tx, tokens, describeDocument(tokens, token), { by, at });
        return answerText(tokens, stored, stored.body);
      }),
    list: () =>
      guardDatabase(async () => {
        const rows = await db
          .selectFrom('TokenSecret as s')
          .innerJoin('Entity as e', (join) => join.onRef('e.id', '=', 's.id').on('e.entity', '=', tokens.name))
          .select(['e.body', 's.secretHash', 's.lastUsedAt'])
          .where('e.removedAt', 'is', null)
          .execute();
        return rows.flatMap(({ body, ...secret }) =>
          parseReadable(entities.tokens, [body]).map((document) => ({ document, ...secret })),
        );
      }),
    noteUse: (uses) => recordUses(db, 'TokenSecret', 'lastUsedAt', uses),
  };
}

/** Revokes all tokens created by a user, within the transaction. */
export async function revokeTokensOf(
  tx: EntityTransaction,
  makerID: string,
  change: { readonly by: Author; readonly at: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('Entity')
    .select('body')
    .where('entity', '=', tokens.name)
    .where('removedAt', 'is', null)
    .execute();
  // Includes those that this build cannot read otherwise.
  const own = rows
    .map(({ body }) => makerSchema.parse(JSON.parse(body)))
    .filter(({ createdByID }) => createdByID === makerID);
  for (const { id } of own) await removeDocument(tx, tokens, id, change);
}

const makerSchema = z.object({ id: z.string(), createdByID: z.string() });
