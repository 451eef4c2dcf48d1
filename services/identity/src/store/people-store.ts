import { ProductError } from '@cellwright/domain/basics';
import type { User } from '@cellwright/domain/cell';
import { accessMessages } from '@cellwright/domain/messages';
import { anyEntity, describeDocument, entities, parseReadable, parseStored } from '@cellwright/entities';
import {
  type Author,
  type EntityStore,
  type EntityTransaction,
  findForChange,
  insertAudit,
  insertDocument,
  replaceDocument,
} from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import type { ExternalAccount, Link, PeopleStore } from '../domain/people-store.ts';
import { refuseWithoutAccount } from '../domain/user-rules.ts';
import { ownTables } from './database.ts';
import type { IdentityTables } from './tables.ts';
import { revokeTokensOf } from './token-store.ts';

const users = anyEntity('users');

/** Lists all users that were not removed. */
export async function listUsers(store: EntityStore): Promise<User[]> {
  const bodies = await store.findSmall(users, users.maxBytes, 100_000);
  return parseReadable(entities.users, bodies);
}

/** Creates the store of users with their credentials and links: documents and secrets change in one transaction. */
export function createPeopleStore(db: Kysely<IdentityTables>, store: EntityStore): PeopleStore {
  return {
    hasUsers: () =>
      guardDatabase(
        async () =>
          (await db.selectFrom('Entity').select('id').where('entity', '=', 'users').limit(1).executeTakeFirst()) !==
          undefined,
      ),
    revokeTokens: (userID, change) => store.transact((tx) => revokeTokensOf(tx, userID, change)),
    find: async (id) => parseUser((await store.find(users, id))?.body),
    findCredential: (by) =>
      guardDatabase(() => {
        const all = db.selectFrom('Credential').selectAll();
        const found = 'userID' in by ? all.where('userID', '=', by.userID) : all.where('username', '=', by.username);
        return found.executeTakeFirst();
      }),
    invite: (user, link, change) =>
      store.transact(async (tx) => {
        await insertDocument(tx, users, describeDocument(users, user), change);
        await writeCredential(tx, user, {});
        await upsertLink(ownTables(tx), link);
      }),
    insertFirst: (user, { passwordHash, usedLink }, at, describeAct) =>
      store.transact(async (tx) => {
        await takeLink(tx, usedLink);
        await insertDocument(tx, users, describeDocument(users, user), { by: withinAct(user), at });
        await writeCredential(tx, user, { passwordHash });
        await insertAudit(tx, describeAct({ subject: user }));
      }),
    change: (id, change, { describeAct, at, usedLink, ...secrets }) =>
      store.transact(async (tx) => {
        if (usedLink !== undefined) await takeLink(tx, usedLink);
        const current = await findForChange(tx, users, id);
        const user = parseUser(current?.removedAt === null ? current.body : undefined);
        if (!user) throw new ProductError('not_found', `There is no user with the id ${id}`);
        const next = change(user);
        await replaceDocument(tx, users, describeDocument(users, next), { by: withinAct(next), at });
        await writeCredential(tx, next, secrets);
        await insertAudit(tx, describeAct({ subject: next }));
        return next;
      }),
    findExternal: (account) => guardDatabase(() => findAccount(db, account)),
    insertExternal: (user, { issuer, subject }, { describeAct, at }) =>
      store.transact(async (tx) => {
        await insertDocument(tx, users, describeDocument(users, user), { by: withinAct(user), at });
        await writeCredential(tx, user, {});
        await ownTables(tx).insertInto('ExternalAccount').values({ issuer, subject, userID: user.id }).execute();
        await insertAudit(tx, describeAct({ subject: user }));
      }),
    putLink: (link, describeAct) =>
      store.transact(async (tx) => {
        await upsertLink(ownTables(tx), link);
        await insertAudit(tx, describeAct());
      }),
    findLink: (secretHash) =>
      guardDatabase(() => db.selectFrom('Link').selectAll().where('secretHash', '=', secretHash).executeTakeFirst()),
  };
}

export interface UserChange {
  readonly isRemoved: boolean;
  readonly before: User;
  readonly by: Author;
  readonly at: Date;
}

/**
 * Ends the sessions, links and tokens of a disabled or removed user, in the transaction of the change of its document.
 * They stay ended when the user is enabled again. @throws ProductError conflict
 */
export async function followUser(
  tx: EntityTransaction,
  user: User,
  { isRemoved, before, by, at }: UserChange,
): Promise<void> {
  const own = ownTables(tx);
  // After the document, whose change blocks all others.
  const rows = await tx
    .selectFrom('Entity')
    .select('body')
    .where('entity', '=', users.name)
    .where('removedAt', 'is', null)
    .execute();
  refuseWithoutAccount(
    before,
    parseReadable(
      entities.users,
      rows.map(({ body }) => body),
    ),
  );
  if (isRemoved || user.disabledBy !== undefined) {
    await own.deleteFrom('Session').where('userID', '=', user.id).execute();
    await own.deleteFrom('Link').where('userID', '=', user.id).execute();
    await revokeTokensOf(tx, user.id, { by, at });
  }
  if (isRemoved) {
    await own.deleteFrom('Credential').where('userID', '=', user.id).execute();
    await own.deleteFrom('ExternalAccount').where('userID', '=', user.id).execute();
  } else await writeCredential(tx, user, {});
}

async function findAccount(
  db: Kysely<IdentityTables>,
  { issuer, subject }: ExternalAccount,
): Promise<string | undefined> {
  const accounts = db.selectFrom('ExternalAccount').select('userID').where('issuer', '=', issuer);
  return (await accounts.where('subject', '=', subject).executeTakeFirst())?.userID;
}

async function writeCredential(
  tx: EntityTransaction,
  { id: userID, username }: User,
  secrets: { readonly passwordHash?: string | null | undefined; readonly pinHash?: string | undefined },
): Promise<void> {
  const folded = username.toLowerCase();
  const own = ownTables(tx);
  const taken = await own
    .selectFrom('Credential')
    .select('userID')
    .where('username', '=', folded)
    .where('userID', '<>', userID)
    .executeTakeFirst();
  if (taken) throw new ProductError('conflict', `The username '${username}' is taken. Choose another`);
  const changes = {
    username: folded,
    ...(secrets.passwordHash === undefined ? {} : { passwordHash: secrets.passwordHash }),
    ...(secrets.pinHash === undefined ? {} : { pinHash: secrets.pinHash }),
  };
  await own
    .insertInto('Credential')
    .values({ userID, passwordHash: null, pinHash: null, ...changes })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(changes))
    .execute();
}

async function upsertLink(db: Kysely<IdentityTables>, link: Link): Promise<void> {
  const { secretHash, expiresAt } = link;
  await db
    .insertInto('Link')
    .values(link)
    .onConflict((conflict) => conflict.column('userID').doUpdateSet({ secretHash, expiresAt }))
    .execute();
}

/** Consumes a link. The second of two simultaneous uses is refused. */
async function takeLink(tx: EntityTransaction, secretHash: string): Promise<void> {
  const taken = await ownTables(tx)
    .deleteFrom('Link')
    .where('secretHash', '=', secretHash)
    .returning('userID')
    .executeTakeFirst();
  if (!taken) throw new ProductError('authorization_required', accessMessages.linkUsed);
}

function parseUser(body: string | undefined): User | undefined {
  return body === undefined ? undefined : parseStored(entities.users, body);
}

/** The document changes as part of an act with its own audit entry: the change gets none. */
function withinAct({ id, name }: User): Author {
  return { id, name, door: 'cell' };
}
