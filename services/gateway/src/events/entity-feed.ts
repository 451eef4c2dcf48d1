import { type Clock, ProductError, rest, SerialQueue } from '@cellwright/domain/basics';
import { permissions } from '@cellwright/domain/cell';
import {
  type AnyEntity,
  type EntityChange,
  type EntityEvent,
  type EntityQuery,
  entityEventSchema,
  isObject,
  type JsonObject,
  pluralOf,
  type Subject,
} from '@cellwright/entities';
import { busSubjects, type EventBus, type Logger } from '@cellwright/service-kit';
import type { AnsweredDocument, EntityDoor } from '../domain/entity-door.ts';
import type { EntityReplica } from '../domain/entity-replica.ts';

/** Change of a document, reported once. */
export interface EntityNews {
  readonly entity: AnyEntity;
  readonly change: EntityChange;
  readonly id: string;
  /** Document as returned by a find, with all fields: the listener checks access to it. */
  readonly document: JsonObject;
}

export interface EntityListener {
  onChange(news: EntityNews): void;
  /** Called when an unknown set of changes was missed: earlier results may be out of date. */
  onReset(entity: AnyEntity): void;
}

export interface EntityFeed {
  listen(listener: EntityListener): () => void;
  close(): Promise<void>;
}

export interface EntityFeedDeps {
  readonly entities: readonly AnyEntity[];
  readonly bus: EventBus;
  /** Owners of the documents. */
  readonly door: Pick<EntityDoor, 'find'>;
  readonly replicas: ReadonlyMap<string, EntityReplica>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Documents per request when a replica is read. */
const pageSize = 1000;
/** Maximum of changes of one entity that wait while an earlier one is read. */
const maxWaiting = 1000;
const firstRetryMS = 200;
const maxRetryMS = 5000;
/** Subject of the gateway itself, which reads on behalf of all callers. */
const doorItself: Subject = { subjectID: 'gateway', name: 'gateway', permissions };

/**
 * Receives all changes of stored documents: each is reported once, in order, even if the bus repeats it. A missed
 * change shows as a gap in the revisions: then a replica is read again, and the differences are reported.
 */
export async function createEntityFeed(deps: EntityFeedDeps): Promise<EntityFeed> {
  const { entities, bus, log } = deps;
  const listeners = new Set<EntityListener>();
  const tell = (say: (listener: EntityListener) => void): void => {
    for (const listener of listeners) {
      try {
        say(listener);
      } catch (error) {
        log.error('a change was not passed on', { error });
      }
    }
  };
  const lines = new Map(entities.map((entity) => [entity.name, new EntityLine(entity, deps, tell)]));
  const subscription = await bus.subscribe(busSubjects.entity.any, (message) => {
    const event = entityEventSchema.safeParse(message.json());
    if (event.success) lines.get(event.data.entity)?.take(event.data);
    else log.warn('this is no change of an entity', { subject: message.subject, error: event.error });
  });
  const checkAll = () => {
    for (const line of lines.values()) line.check();
  };
  const forgetReturn = bus.onReturn?.(checkAll);
  checkAll();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      forgetReturn?.();
      for (const line of lines.values()) line.close();
      await subscription.close();
    },
  };
}

/** Changes of one entity, in order. */
class EntityLine {
  private readonly entity: AnyEntity;
  private readonly deps: EntityFeedDeps;
  private readonly tell: (say: (listener: EntityListener) => void) => void;
  private readonly replica: EntityReplica | undefined;
  /** Revision of the last reported change; undefined before the first check. */
  private revision: number | undefined;
  private readonly queue = new SerialQueue();
  private waiting = 0;
  private isChecking = false;
  private readonly ended = new AbortController();

  constructor(entity: AnyEntity, deps: EntityFeedDeps, tell: (say: (listener: EntityListener) => void) => void) {
    this.entity = entity;
    this.deps = deps;
    this.tell = tell;
    this.replica = deps.replicas.get(entity.name);
  }

  take(event: EntityEvent): void {
    // Its owner does not respond: missed changes are read later.
    if (this.waiting >= maxWaiting) this.check();
    else {
      this.waiting++;
      void this.queue
        .run(() => this.takeNext(event))
        .finally(() => {
          this.waiting--;
        });
    }
  }

  /** Compares the local state with the owner; retries until the owner responds. */
  check(): void {
    if (this.isChecking) return;
    this.isChecking = true;
    this.replica?.fallBehind();
    const { clock, log } = this.deps;
    const attempt = async (retryMS: number): Promise<void> => {
      try {
        await this.queue.run(async () => {
          await this.catchUp();
          // Before the next event is handled, which may cause another check.
          this.isChecking = false;
        });
      } catch (error) {
        if (this.ended.signal.aborted) return;
        log.debug('an entity cannot be followed yet', { entity: this.entity.name, error });
        await rest(clock, retryMS, this.ended.signal);
        if (!this.ended.signal.aborted) await attempt(Math.min(retryMS * 2, maxRetryMS));
      }
    };
    void attempt(firstRetryMS);
  }

  close(): void {
    this.ended.abort();
  }

  private async takeNext(event: EntityEvent): Promise<void> {
    if (this.revision !== undefined && event.revision <= this.revision) return;
    const isGap = this.revision !== undefined && event.revision > this.revision + 1;
    if (isGap) {
      this.deps.log.info('changes were missed', { entity: this.entity.name, after: this.revision });
      // The next read includes this change.
      if (this.replica) return this.check();
      this.tell((listener) => listener.onReset(this.entity));
    }
    // A replica that was never read loads all documents at once.
    if (this.replica && this.revision === undefined) return;
    this.revision = event.revision;
    const { change, id, version } = event;
    const document = await this.documentOf(event);
    this.replica?.takeChange(event.revision, id, version, change === 'removed' ? undefined : document);
    if (document) this.tell((listener) => listener.onChange({ entity: this.entity, change, id, document }));
  }

  /** Reads a document that was too large for its event; for one that was removed meanwhile, another event follows. */
  private async documentOf({ change, id, document }: EntityEvent): Promise<JsonObject | undefined> {
    if (document) return document;
    if (change === 'removed') return { [this.entity.key]: id };
    const where = { [this.entity.key]: [id] };
    try {
      const { items } = await this.deps.door.find(this.entity, { ...wholeOf(this.entity, 1), where }, doorItself);
      return items[0] && parse(items[0]);
    } catch (error) {
      this.deps.log.warn('a large document could not be read for its event', { entity: this.entity.name, id, error });
      this.check();
      return undefined;
    }
  }

  /**
   * Reports the changes since the last check. The first check also reports a reset: the events of changes that it
   * includes are skipped, and a client may have read before them.
   */
  private async catchUp(): Promise<void> {
    const { entity, replica } = this;
    const known = this.revision ?? 0;
    if (!replica) {
      const { revision } = await this.deps.door.find(entity, wholeOf(entity, 0), doorItself);
      this.revision = Math.max(revision, known);
      if (revision > known) this.tell((listener) => listener.onReset(entity));
      return;
    }
    const isFirst = this.revision === undefined;
    const { items, revision } = await this.readAll();
    this.revision = revision;
    if (isFirst && revision > 0) this.tell((listener) => listener.onReset(entity));
    for (const news of replica.takeAll(revision, items))
      this.tell((listener) => listener.onChange({ entity, ...news }));
  }

  /** @throws ProductError unavailable if documents change faster than they can be read. */
  private async readAll(): Promise<{ items: AnsweredDocument[]; revision: number }> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const items: AnsweredDocument[] = [];
      const first = await this.readPage(0);
      let page = first;
      items.push(...page.items);
      // A page of large documents may be shorter than requested.
      while (page.items.length > 0 && items.length < page.total) {
        page = await this.readPage(items.length);
        items.push(...page.items);
      }
      // A document removed between two pages would have shifted another document out of both.
      if (page.revision === first.revision) return { items, revision: first.revision };
    }
    throw new ProductError('unavailable', `The ${pluralOf(this.entity.noun)} change too fast to be read completely`);
  }

  private readPage(offset: number) {
    return this.deps.door.find(this.entity, { ...wholeOf(this.entity, pageSize), offset }, doorItself);
  }
}

function wholeOf({ key }: AnyEntity, limit: number): EntityQuery {
  return { where: {}, search: '', sort: [key], limit, offset: 0 };
}

function parse({ json }: AnsweredDocument): JsonObject {
  const document: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  return isObject(document) ? document : {};
}
