import { ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import type { BoxLabels } from '@cellwright/domain/fleet';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Kysely } from 'kysely';
import type {
  Enrolment,
  FleetStore,
  NewBox,
  OpenCode,
  SignRevoked,
  StoredAccount,
  StoredBox,
  StoredFact,
} from '../domain/fleet-store.ts';
import type { HubDatabase, HubTables, HubTransaction, Transact } from './database.ts';

const timelineLength = 200;

/** The fleet's store in Postgres, and what NATS has of its accounts. */
export class BoxStore implements FleetStore {
  readonly #database: HubDatabase;
  readonly #transact: Transact;

  constructor(database: HubDatabase, transact: Transact) {
    this.#database = database;
    this.#transact = transact;
  }

  list(): Promise<StoredBox[]> {
    return guardDatabase(() => selectBoxes(this.#database.db).orderBy('serial').execute());
  }

  async get(id: string): Promise<StoredBox> {
    const row = await guardDatabase(() => selectBoxes(this.#database.db).where('Box.id', '=', id).executeTakeFirst());
    return requireBox(row);
  }

  async openCode(box: NewBox, code: OpenCode, entry: AuditEntry): Promise<StoredBox> {
    return this.#transact(async (tx, audit) => {
      await audit(entry);
      await tx
        .insertInto('Box')
        .values(describeNewBox(box))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id } = await tx.selectFrom('Box').select('id').where('serial', '=', box.serial).executeTakeFirstOrThrow();
      await tx
        .insertInto('EnrolmentCode')
        .values({ ...code, boxID: id })
        .onConflict((conflict) => conflict.column('boxID').doUpdateSet(code))
        .execute();
      return selectBoxes(tx).where('Box.id', '=', id).executeTakeFirstOrThrow();
    });
  }

  async label(id: string, labels: Partial<BoxLabels>, entry: AuditEntry): Promise<StoredBox> {
    const { tags, ...texts } = labels;
    return this.#transact(async (tx, audit) => {
      await audit(entry);
      const changes = { ...texts, ...(tags && { tags: JSON.stringify(tags) }) };
      if (Object.keys(changes).length > 0) await tx.updateTable('Box').set(changes).where('id', '=', id).execute();
      return requireBox(await selectBoxes(tx).where('Box.id', '=', id).executeTakeFirst());
    });
  }

  async redeem(serial: string, digest: string, enrolment: Enrolment, entry: (box: StoredBox) => AuditEntry) {
    const { at, account, userKey, jwt } = enrolment;
    return this.#transact(async (tx, audit) => {
      const box = await selectBoxes(tx).where('serial', '=', serial).executeTakeFirst();
      if (!box) return undefined;
      const used = await tx
        .deleteFrom('EnrolmentCode')
        .where('boxID', '=', box.id)
        .where('digest', '=', digest)
        .where('expiresAt', '>', at)
        .returning('boxID')
        .executeTakeFirst();
      if (!used) return undefined;
      await revokeAccounts(tx, box.id, at, enrolment.revoke);
      await tx
        .insertInto('Account')
        .values({ account, boxID: box.id, userKey, jwt, revokedAt: null, isPushed: false })
        .execute();
      const enrolled = {
        account,
        enrolledAt: at,
        revokedAt: null,
        lastSeenAt: null,
        sessionID: null,
        sequence: null,
      };
      await tx.updateTable('Box').set(enrolled).where('id', '=', box.id).execute();
      await audit(entry(box));
      return box;
    });
  }

  async revoke(id: string, at: Date, sign: SignRevoked, entry: AuditEntry): Promise<StoredBox> {
    return this.#transact(async (tx, audit) => {
      await audit(entry);
      await revokeAccounts(tx, id, at, sign);
      await tx.deleteFrom('EnrolmentCode').where('boxID', '=', id).execute();
      await tx.updateTable('Box').set({ account: null, revokedAt: at }).where('id', '=', id).execute();
      return requireBox(await selectBoxes(tx).where('Box.id', '=', id).executeTakeFirst());
    });
  }

  /** Returns accounts whose newest JWT is not on NATS. */
  listUnpushed(): Promise<StoredAccount[]> {
    return guardDatabase(() =>
      this.#database.db.selectFrom('Account').selectAll().where('isPushed', '=', false).execute(),
    );
  }

  /** Marks an account as pushed, unless its JWT has changed since. */
  async markPushed({ account, jwt }: StoredAccount): Promise<void> {
    const { db } = this.#database;
    await guardDatabase(() =>
      db.updateTable('Account').set({ isPushed: true }).where('account', '=', account).where('jwt', '=', jwt).execute(),
    );
  }

  /** Marks all accounts as missing on NATS that it does not list. */
  async markMissing(known: readonly string[]): Promise<void> {
    const { db } = this.#database;
    await guardDatabase(async () => {
      const rows = await db.selectFrom('Account').select('account').where('isPushed', '=', true).execute();
      const present = new Set(known);
      const missing = rows.map(({ account }) => account).filter((account) => !present.has(account));
      if (missing.length > 0)
        await db.updateTable('Account').set({ isPushed: false }).where('account', 'in', missing).execute();
    });
  }

  listTimeline(boxID: string): Promise<StoredFact[]> {
    return guardDatabase(() =>
      this.#database.db
        .selectFrom('Fact')
        .selectAll()
        .where('boxID', '=', boxID)
        .orderBy('at', 'desc')
        .limit(timelineLength)
        .execute(),
    );
  }
}

function selectBoxes(db: Kysely<HubTables>) {
  return db
    .selectFrom('Box')
    .leftJoin('EnrolmentCode', 'EnrolmentCode.boxID', 'Box.id')
    .selectAll('Box')
    .select('EnrolmentCode.expiresAt as codeExpiresAt');
}

function describeNewBox({ id, serial, alias, at }: NewBox) {
  const texts = { alias, notes: '', tags: '[]', updateHold: '' };
  const none = { account: null, enrolledAt: null, revokedAt: null, lastSeenAt: null };
  return { id, serial, ...texts, createdAt: at, ...none, sessionID: null, sequence: null, state: null };
}

async function revokeAccounts(tx: HubTransaction, boxID: string, at: Date, sign: SignRevoked): Promise<void> {
  const former = await tx
    .selectFrom('Account')
    .selectAll()
    .where('boxID', '=', boxID)
    .where('revokedAt', 'is', null)
    .execute();
  for (const each of former) {
    const change = { jwt: await sign(each), revokedAt: at, isPushed: false };
    await tx.updateTable('Account').set(change).where('account', '=', each.account).execute();
  }
}

function requireBox(row: StoredBox | undefined): StoredBox {
  if (row) return row;
  throw new ProductError('not_found', 'The fleet has no such box');
}
