import type { AuditEntry } from '@cellwright/domain/cell';
import type { AnyEntity, EntityQuery, EntityUse } from '@cellwright/entities';
import { type Kysely, sql } from 'kysely';
import { guardDatabase, isDeadlock } from '../postgres/pool.ts';
import { insertAudit, publishingChanges } from './entity-outbox.ts';
import { findTakenMembers } from './entity-relations.ts';
import { type Command, recallReply, rememberReply } from './entity-replies.ts';
import { countFound, findRows } from './find-rows.ts';
import {
  type EntityTransaction,
  type EntityVersionRow,
  findDocument,
  type StoredEntity,
  storedColumns,
} from './stored-entity.ts';
import type { StoredForms } from './stored-forms.ts';
import type { EntityTables } from './tables.ts';

/** Maximum time that a transaction waits for a lock, ms. */
const lockTimeoutMS = 5000;
/** Attempts of a transaction that Postgres ended because of a deadlock. */
const maxAttempts = 3;

/**
 * All entities of one service in Postgres. Every change is one transaction: document, version, event and reply. Every
 * document is returned in the newest form; stored ones change only with a save.
 */
export class EntityStore {
  private readonly db: Kysely<EntityTables>;
  private readonly onCommitted: () => void;
  private readonly forms: StoredForms;

  constructor(db: Kysely<EntityTables>, onCommitted: () => void, forms: StoredForms) {
    this.db = db;
    this.onCommitted = onCommitted;
    this.forms = forms;
  }

  /**
   * Runs changes in one transaction, once for each command key: a repeat, also after a restart, gets the reply that was
   * committed with the change.
   * @throws ProductError conflict when the key came with another command before.
   */
  async commit(
    command: Command | undefined,
    change: (tx: EntityTransaction) => Promise<StoredEntity>,
  ): Promise<StoredEntity> {
    return this.transact(async (tx) => {
      const earlier = command && (await recallReply(tx, command));
      if (earlier) return this.forms.read(command.entity, earlier);
      const changed = await change(tx);
      if (command) await rememberReply(tx, command, changed);
      return changed;
    });
  }

  /** Runs changes that do not return a document. */
  async transact<T>(work: (tx: EntityTransaction) => Promise<T>): Promise<T> {
    const result = await guardDatabase(() => this.attempt(work));
    this.onCommitted();
    return result;
  }

  /** Stores the audit entry of an act that changes nothing else in this database. */
  readonly record = (entry: AuditEntry): Promise<void> => this.transact((tx) => insertAudit(tx, entry));

  private async attempt<T>(work: (tx: EntityTransaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.db.transaction().execute(async (tx) => {
          await setLockTimeout(tx);
          return publishingChanges(tx, () => work(tx));
        });
      } catch (error) {
        if (!isDeadlock(error) || attempt === maxAttempts) throw error;
      }
    }
  }

  /**
   * Returns the newest or the given version; with a version also of a removed document.
   * @throws ProductError conflict when its form is newer than this build reads.
   */
  async find(entity: AnyEntity, id: string, version?: number): Promise<StoredEntity | undefined> {
    const found = await guardDatabase(() => findDocument(this.db, entity, id, version));
    return found && this.forms.read(entity, found);
  }

  /** True if there is such a document, even an unreadable one. */
  has(entity: AnyEntity, id: string): Promise<boolean> {
    return guardDatabase(async () => (await findDocument(this.db, entity, id, undefined)) !== undefined);
  }

  /** True if the document existed and was removed. */
  isRemoved(entity: AnyEntity, id: string): Promise<boolean> {
    return guardDatabase(async () => {
      const row = await this.db
        .selectFrom('Entity')
        .select('removedAt')
        .where('entity', '=', entity.name)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined && row.removedAt !== null;
    });
  }

  /** True if no document of this entity was ever created. */
  isUntouched(entity: AnyEntity): Promise<boolean> {
    return guardDatabase(async () => {
      const row = this.db.selectFrom('EntityRevision').select('revision').where('entity', '=', entity.name);
      return (await row.executeTakeFirst()) === undefined;
    });
  }

  /** Returns one page; documents in a newer format than this build supports are reported and omitted. */
  async query(
    entity: AnyEntity,
    query: EntityQuery,
  ): Promise<{ items: StoredEntity[]; total: number; revision: number }> {
    const found = await guardDatabase(async () => {
      // Read before the rows: later changes follow as events.
      const revision = await readRevision(this.db, entity);
      const [items, total] = await Promise.all([findRows(this.db, entity, query), countFound(this.db, entity, query)]);
      return { items, total, revision };
    });
    return { ...found, items: await this.forms.readListed(entity, found.items) };
  }

  /** Returns documents by their ids, unordered; missing or unreadable ones are omitted. */
  async findMany(entity: AnyEntity, ids: readonly string[]): Promise<StoredEntity[]> {
    if (ids.length === 0) return [];
    const found = await guardDatabase(() =>
      this.db
        .selectFrom('Entity')
        .select(storedColumns)
        .where('entity', '=', entity.name)
        .where('removedAt', 'is', null)
        .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
        .execute(),
    );
    return this.forms.readMany(entity, found);
  }

  versions(
    entity: AnyEntity,
    id: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: EntityVersionRow[]; total: number }> {
    return guardDatabase(async () => {
      const all = this.db
        .selectFrom('EntityVersion')
        .select(['version', 'savedAt', 'savedByID', 'savedByName'])
        .where('entity', '=', entity.name)
        .where('id', '=', id)
        .unionAll(
          this.db
            .selectFrom('Entity')
            .select(['version', 'updatedAt as savedAt', 'updatedByID as savedByID', 'updatedByName as savedByName'])
            .where('entity', '=', entity.name)
            .where('id', '=', id),
        );
      const rows = await this.db
        .selectFrom(all.as('v'))
        .selectAll()
        .orderBy('version', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { count } = await this.db
        .selectFrom(all.as('v'))
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(count) };
    });
  }

  /** Returns documents that reference this id, newest first. */
  uses(id: string): Promise<EntityUse[]> {
    return guardDatabase(async () => {
      const rows = await this.db
        .selectFrom('EntityReference as r')
        .innerJoin('Entity as e', (join) => join.onRef('e.entity', '=', 'r.entity').onRef('e.id', '=', 'r.id'))
        .select(['e.entity', 'e.id', 'e.fields'])
        .where('r.target', '=', id)
        .where('e.removedAt', 'is', null)
        .orderBy('e.updatedAt', 'desc')
        .limit(100)
        .execute();
      return rows.map(({ entity, id: user, fields: { name } }) => ({
        entity,
        id: user,
        name: typeof name === 'string' ? name : user,
      }));
    });
  }

  /** Returns those ids that are members of other documents of the entity. */
  findTakenMembers(entity: AnyEntity, members: readonly string[], exceptID: string): Promise<string[]> {
    return guardDatabase(() => findTakenMembers(this.db, entity, members, exceptID));
  }

  /** True if a document has this member, by the newest version. */
  hasMember(entity: AnyEntity, id: string, member: string): Promise<boolean> {
    return guardDatabase(async () => {
      const row = this.db
        .selectFrom('EntityMember')
        .select('member')
        .where('entity', '=', entity.name)
        .where('id', '=', id)
        .where('member', '=', member);
      return (await row.executeTakeFirst()) !== undefined;
    });
  }

  /**
   * Returns at most `limit` bodies of up to `bytes`, newest first. In bytes, because the database knows that size
   * without reading large bodies.
   */
  async findSmall(entity: AnyEntity, bytes: number, limit: number): Promise<string[]> {
    const rows = await guardDatabase(() =>
      this.db
        .selectFrom('Entity')
        .select(storedColumns)
        .where('entity', '=', entity.name)
        .where('removedAt', 'is', null)
        .where((eb) => eb(eb.fn<number>('octet_length', ['body']), '<=', bytes))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute(),
    );
    return (await this.forms.readMany(entity, rows)).map(({ body }) => body);
  }

  /** Returns the ids that this document references. */
  async referencesOf(entity: AnyEntity, id: string): Promise<string[]> {
    const rows = await guardDatabase(() =>
      this.db
        .selectFrom('EntityReference')
        .select('target')
        .where('entity', '=', entity.name)
        .where('id', '=', id)
        .execute(),
    );
    return rows.map(({ target }) => target);
  }
}

/** Returns the number of changes of this entity's documents. */
export async function readRevision(db: Kysely<EntityTables>, entity: Pick<AnyEntity, 'name'>): Promise<number> {
  const row = await db
    .selectFrom('EntityRevision')
    .select('revision')
    .where('entity', '=', entity.name)
    .executeTakeFirst();
  return Number(row?.revision ?? 0);
}

async function setLockTimeout(tx: EntityTransaction): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeoutMS)}`.execute(tx);
}
