import type { AuditEntry } from '@cellwright/domain';
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

/** Longest that a transaction waits for a lock, ms. */
const lockTimeoutMS = 5000;
/** A transaction that Postgres ended because of a deadlock is begun again this often. */
const maxAttempts = 3;

/**
 * All entities of one service in Postgres. Every change is one transaction: document, version, event and reply. Every
 * document leaves it in the newest form; what is stored changes only with a save.
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

  /** Changes without a document as their answer. */
  async transact<T>(work: (tx: EntityTransaction) => Promise<T>): Promise<T> {
    const result = await guardDatabase(() => this.attempt(work));
    this.onCommitted();
    return result;
  }

  /** Stores the audit entry of an act that leaves nothing else in this database. */
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
   * The newest version, or the one asked for, also of a removed document when a version is named.
   * @throws ProductError conflict when its form is newer than this build reads.
   */
  async find(entity: AnyEntity, id: string, version?: number): Promise<StoredEntity | undefined> {
    const found = await guardDatabase(() => findDocument(this.db, entity, id, version));
    return found && this.forms.read(entity, found);
  }

  /** True if there is such a document, also one that cannot be read. */
  has(entity: AnyEntity, id: string): Promise<boolean> {
    return guardDatabase(async () => (await findDocument(this.db, entity, id, undefined)) !== undefined);
  }

  /** Whether there was such a document, and it was removed. */
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

  /** Whether no document of this entity was ever made. */
  isUntouched(entity: AnyEntity): Promise<boolean> {
    return guardDatabase(async () => {
      const row = this.db.selectFrom('EntityRevision').select('revision').where('entity', '=', entity.name);
      return (await row.executeTakeFirst()) === undefined;
    });
  }

  /** One page; documents of a newer form than this build reads are reported and left out. */
  async query(
    entity: AnyEntity,
    query: EntityQuery,
  ): Promise<{ items: StoredEntity[]; total: number; revision: number }> {
    const found = await guardDatabase(async () => {
      // Before the rows: what changes in between comes again as an event.
      const revision = await readRevision(this.db, entity);
      const [items, total] = await Promise.all([findRows(this.db, entity, query), countFound(this.db, entity, query)]);
      return { items, total, revision };
    });
    return { ...found, items: await this.forms.readListed(entity, found.items) };
  }

  /** Documents by their ids, in no order; ids that are not there, or cannot be read, are left out. */
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

  /** Documents that name this id, newest first. */
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

  /** Which of these ids live inside other documents of the entity. */
  findTakenMembers(entity: AnyEntity, members: readonly string[], exceptID: string): Promise<string[]> {
    return guardDatabase(() => findTakenMembers(this.db, entity, members, exceptID));
  }

  /**
   * Bodies of up to `bytes`, `limit` of them at most, newest first. In bytes, which the database knows without reading
   * the large ones.
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

  /** Ids that this document names. */
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

/** How often documents of this entity have changed. */
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
