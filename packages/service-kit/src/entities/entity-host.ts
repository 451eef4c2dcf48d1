import { type Clock, jsonDepthOf, maxJsonDepth, ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { describeProblem, isBlockingProblem, type Problem, problemsOf } from '@cellwright/domain/routine';
import {
  type AnyEntity,
  type DocumentUpgrade,
  type Draft,
  type EntityChange,
  type EntityQuery,
  isObject,
  type JsonObject,
  type Preparation,
  type PreparedDocument,
  prepareDocument,
  prepareDraft,
  refuseUsed,
  type Subject,
  upgradeDocument,
  withoutFormat,
} from '@cellwright/entities';
import { insertDocument, removeDocument, replaceDocument, restoreDocument } from './entity-changes.ts';
import { touch } from './entity-outbox.ts';
import { commandOf } from './entity-replies.ts';
import type { EntityStore } from './entity-store.ts';
import type { ChangeContext, HookContext } from './hook-context.ts';
import { answerText } from './stamps.ts';
import {
  type Change,
  type EntityTransaction,
  type EntityVersionRow,
  isStale,
  refuseMissing,
  refuseStale,
  type StoredEntity,
} from './stored-entity.ts';

/** Rules of one entity that its definition cannot express. Every hook may refuse by throwing a ProductError. */
export interface EntityHooks<T extends object = JsonObject> {
  /** Upgrades stored documents with parts that have their own versions. Default: by the definition. */
  readonly upgrade?: DocumentUpgrade;
  /** Prepares a draft instead of the definition's schema: for documents that are processed elsewhere. */
  prepare?(draft: Draft, context: HookContext): Promise<Preparation>;
  /** Converts the body of a create request to a document where the two differ. */
  fromCreate?(input: unknown, context: HookContext): Promise<T> | T;
  /** Completes or refuses a document before it is stored. */
  beforeCreate?(document: T, context: HookContext): Promise<T> | T;
  beforeSave?(next: T, previous: T, context: HookContext): Promise<T> | T;
  beforeRemove?(document: T, context: HookContext): Promise<void> | void;
  /** Returns the documents of a new cell, which are not created again after their removal. */
  seed?(): Promise<readonly T[]> | readonly T[];
  /** Checks or writes more in the transaction of the change; changes of one entity run one after the other. */
  within?(
    tx: EntityTransaction,
    change: EntityChange,
    document: PreparedDocument,
    context: ChangeContext,
  ): Promise<void>;
  afterCommit?(change: EntityChange, document: T): Promise<void> | void;
  /** Computes additional fields for each response. */
  present?(document: T, context: { readonly now: Date }): object;
  /** Does the same for the entries of a find if they are not the documents. */
  presentListing?(listing: JsonObject, context: { readonly now: Date }): object;
}

/** A document as returned to clients. */
export interface AnsweredEntity {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

export interface SaveRequest {
  readonly id: string;
  readonly text: string;
  readonly isMerge: boolean;
  readonly expectedVersion: number | undefined;
}

/** Attempts of a merge without an expected version when another client was faster. */
const mergeAttempts = 5;

/** Operations on the documents of one entity: reading, checking and storing. Texts are UTF-8 JSON. */
export class EntityHost {
  readonly entity: AnyEntity;
  private readonly store: EntityStore;
  private readonly hooks: EntityHooks<object>;
  private readonly clock: Clock;

  constructor(entity: AnyEntity, store: EntityStore, hooks: EntityHooks<object>, clock: Clock) {
    this.entity = entity;
    this.store = store;
    this.hooks = hooks;
    this.clock = clock;
  }

  /** Creates a singleton at the first start with its schema's defaults; other entities may have seed documents. */
  async begin(): Promise<void> {
    if (this.entity.singleton !== undefined) await this.beginSingleton(this.entity.singleton);
    if (this.hooks.seed && (await this.store.isUntouched(this.entity))) await this.seed(await this.hooks.seed());
  }

  private async seed(documents: readonly object[]): Promise<void> {
    const prepared = documents.map((document) => accept(prepareDocument(this.entity, document)));
    const change = { by: { id: '', name: '' }, at: this.now() };
    await this.store.transact(async (tx) => {
      // Only one of several processes that start together inserts the seed.
      if (!(await touch(tx, this.entity))) return;
      for (const document of prepared) await insertDocument(tx, this.entity, document, change);
    });
  }

  private async beginSingleton(singleton: string): Promise<void> {
    const { key } = this.entity;
    if (await this.store.has(this.entity, singleton)) return;
    const document = accept(prepareDocument(this.entity, { [key]: singleton }));
    const change = this.changeOf({ caller: { subjectID: '', name: '', permissions: [] }, at: this.now() });
    try {
      await this.store.transact((tx) => insertDocument(tx, this.entity, document, change));
    } catch (error) {
      // Another process of the same service was faster.
      if (!(error instanceof ProductError && error.code === 'conflict')) throw error;
    }
  }

  async find(query: EntityQuery): Promise<{ items: AnsweredEntity[]; total: number; revision: number }> {
    const { items, total, revision } = await this.store.query(this.entity, query);
    return { items: items.map((stored) => this.answerListed(stored)), total, revision };
  }

  async get(id: string, version?: number): Promise<AnsweredEntity> {
    return this.answer(await this.require(id, version));
  }

  async create(text: string, caller: Subject, commandKey: string): Promise<AnsweredEntity> {
    const { entity, hooks } = this;
    const context = this.contextOf(caller);
    const document = await this.readCreate(text, context);
    const stored = await this.store.commit(commandOf(entity, caller, commandKey, ['create', text]), async (tx) => {
      const inserted = await insertDocument(tx, entity, document, this.changeOf(context));
      await hooks.within?.(tx, 'created', document, context);
      return inserted;
    });
    return this.committed('created', stored);
  }

  async save(request: SaveRequest, caller: Subject, commandKey: string): Promise<AnsweredEntity> {
    const { id, text, isMerge, expectedVersion } = request;
    const command = commandOf(this.entity, caller, commandKey, [
      isMerge ? 'patch' : 'replace',
      id,
      expectedVersion ?? 0,
      text,
    ]);
    for (let attempt = 1; ; attempt++) {
      const context = this.contextOf(caller);
      const previous = await this.require(id);
      if (expectedVersion !== undefined && expectedVersion !== previous.version && !command) {
        // Checked before the work on the document; the transaction checks again.
        refuseStale(previous.version, expectedVersion);
      }
      const document = await this.readSave(request, previous, context);
      const change = {
        ...this.changeOf(context),
        expectedVersion: expectedVersion ?? (isMerge ? previous.version : undefined),
      };
      try {
        return await this.replace(document, change, command, { ...context, previous });
      } catch (error) {
        const isOvertaken = isStale(error) && expectedVersion === undefined;
        if (!isOvertaken || !isMerge || attempt >= mergeAttempts) throw error;
      }
    }
  }

  async remove(
    id: string,
    expectedVersion: number | undefined,
    caller: Subject,
    commandKey: string,
  ): Promise<AnsweredEntity> {
    const { entity, hooks } = this;
    const context = this.contextOf(caller);
    const current = await this.store.find(entity, id);
    if (current) {
      if (entity.keptWhileUsed) refuseUsed(entity, await this.store.uses(id));
      await hooks.beforeRemove?.(parse(current), context);
    }
    const change = { ...this.changeOf(context), expectedVersion };
    const command = commandOf(entity, caller, commandKey, ['remove', id, expectedVersion ?? 0]);
    const stored = await this.store.commit(command, async (tx) => {
      const removed = await removeDocument(tx, entity, id, change);
      await hooks.within?.(tx, 'removed', { id, body: removed.body, fields: {}, references: [], members: [] }, context);
      return removed;
    });
    return this.committed('removed', stored);
  }

  /** Restores a removed document, or an earlier version as the newest. */
  async restore(id: string, version: number | undefined, caller: Subject, commandKey: string): Promise<AnsweredEntity> {
    const { entity, hooks } = this;
    const context = this.contextOf(caller);
    const wasRemoved = await this.store.isRemoved(entity, id);
    const source = await this.findRestorable(id, version);
    const draft: Draft = { mode: 'replace', text: source.body, id };
    const document = await this.complete(accept(await this.prepare(draft, context)), undefined, context);
    const command = commandOf(entity, caller, commandKey, ['restore', id, version ?? 0]);
    const stored = await this.store.commit(command, async (tx) => {
      const restored = await restoreDocument(tx, entity, document, this.changeOf(context));
      await hooks.within?.(tx, wasRemoved ? 'created' : 'patched', document, context);
      return restored;
    });
    return this.committed(wasRemoved ? 'created' : 'patched', stored);
  }

  async versions(
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: EntityVersionRow[]; total: number }> {
    await this.require(id);
    return this.store.versions(this.entity, id, page);
  }

  /** Returns the stored document itself. @throws ProductError not_found */
  async require(id: string, version?: number): Promise<StoredEntity> {
    // No id contains NUL, and the database would reject one.
    const found = id.includes('\u0000') ? undefined : await this.store.find(this.entity, id, version);
    if (found) return found;
    if (version === undefined) return refuseMissing(this.entity, id);
    throw new ProductError('not_found', `There is no version ${version} of the ${this.entity.noun} ${id}`);
  }

  /** The last removed version is restored if none is given. */
  private async findRestorable(id: string, version: number | undefined): Promise<StoredEntity> {
    if (version !== undefined) return this.require(id, version);
    const { rows } = await this.store.versions(this.entity, id, { limit: 1, offset: 0 });
    const newest = rows[0];
    return newest ? this.require(id, newest.version) : refuseMissing(this.entity, id);
  }

  private async replace(
    document: PreparedDocument,
    change: Change,
    command: ReturnType<typeof commandOf>,
    context: ChangeContext,
  ) {
    const { entity, hooks } = this;
    const stored = await this.store.commit(command, async (tx) => {
      const replaced = await replaceDocument(tx, entity, document, change);
      await hooks.within?.(tx, 'patched', document, context);
      return replaced;
    });
    return this.committed('patched', stored);
  }

  private async readCreate(text: string, context: HookContext): Promise<PreparedDocument> {
    const { entity, hooks } = this;
    this.checkSize(text);
    if (!hooks.fromCreate)
      return this.complete(accept(await this.prepare({ mode: 'create', text }, context)), undefined, context);
    const input = entity.create.safeParse(readSent(entity, text));
    if (!input.success) return refuse(problemsOf(input.error));
    const document = await hooks.fromCreate(input.data, context);
    return this.complete(accept(prepareDocument(entity, document)), undefined, context);
  }

  private async readSave(
    { id, text, isMerge }: SaveRequest,
    previous: StoredEntity,
    context: HookContext,
  ): Promise<PreparedDocument> {
    this.checkSize(text);
    const draft: Draft = { mode: isMerge ? 'patch' : 'replace', text, id, previous: previous.body };
    const document = accept(await this.prepare(draft, context));
    if (isMerge) this.checkSize(document.body);
    return this.complete(document, previous, context);
  }

  private prepare(draft: Draft, context: HookContext): Promise<Preparation> {
    return this.hooks.prepare?.(draft, context) ?? Promise.resolve(prepareDraft(this.entity, draft));
  }

  /** Runs the hooks that complete a document accepted by its schema. */
  private async complete(
    document: PreparedDocument,
    previous: StoredEntity | undefined,
    context: HookContext,
  ): Promise<PreparedDocument> {
    const { beforeCreate, beforeSave } = this.hooks;
    if (previous ? !beforeSave : !beforeCreate) return document;
    const completed = previous
      ? await this.hooks.beforeSave?.(parse(document), parse(previous), context)
      : await this.hooks.beforeCreate?.(parse(document), context);
    return completed === undefined ? document : accept(prepareDocument(this.entity, completed));
  }

  private async committed(change: EntityChange, stored: StoredEntity): Promise<AnsweredEntity> {
    if (this.hooks.afterCommit) await this.hooks.afterCommit(change, parse(stored));
    return this.answer(stored);
  }

  private answer(stored: StoredEntity): AnsweredEntity {
    const { id, version, body } = stored;
    const text = answerText(this.entity, stored, body);
    const { hooks } = this;
    return {
      id,
      version,
      text: hooks.present ? withComputed(text, (document) => hooks.present?.(document, { now: this.now() })) : text,
    };
  }

  private answerListed(stored: StoredEntity): AnsweredEntity {
    const { id, version, listing } = stored;
    if (listing === null) return this.answer(stored);
    const text = answerText(this.entity, stored, listing);
    const { presentListing } = this.hooks;
    return {
      id,
      version,
      text: presentListing ? withComputed(text, (found) => presentListing(found, { now: this.now() })) : text,
    };
  }

  private checkSize(text: string): void {
    const { maxBytes, noun } = this.entity;
    // A text has at most as many characters as bytes, so this never refuses a text within the byte limit.
    if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
      throw new ProductError('too_large', `A ${noun} can have at most ${describeBytes(maxBytes)}. Make it smaller`);
    }
    // Checked before any process parses it.
    if (jsonDepthOf(text) > maxJsonDepth) {
      throw new ProductError('too_large', `A ${noun} can be nested at most ${maxJsonDepth} levels deep. Flatten it`);
    }
  }

  /** Subscribers to a change receive the same fields as a find, including computed ones. */
  private changeOf({ caller, at }: HookContext): Change {
    const by = { id: caller.subjectID, name: caller.name, door: caller.door };
    return { by, at, answer: (stored) => this.answerListed(stored).text };
  }

  private contextOf(caller: Subject): HookContext {
    return { caller, at: this.now() };
  }

  private now(): Date {
    return this.clock.wallNow();
  }
}

function withComputed(text: string, compute: (document: JsonObject) => object | undefined): string {
  const document: JsonObject = JSON.parse(text);
  return JSON.stringify({ ...document, ...compute(document) });
}

function describeBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;
}

/** Parses a stored body for a hook of its own entity, whose schema accepted it before it was written. */
function parse({ body }: { readonly body: string }): JsonObject {
  return JSON.parse(body);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse([
      { kind: 'invalidConfiguration', message: 'This is not valid JSON. It may be cut off: send it again' },
    ]);
  }
}

/** Returns the document of a create request in the newest form, without its version: schemas of requests do not have it. */
function readSent(entity: AnyEntity, text: string): unknown {
  const sent = parseText(text);
  if (!isObject(sent)) return sent;
  const upgraded = upgradeDocument(entity, sent);
  return upgraded.ok ? withoutFormat(entity, upgraded.document) : refuse(upgraded.problems);
}

function accept(preparation: Preparation): PreparedDocument {
  return preparation.ok ? preparation.document : refuse(preparation.problems);
}

/** Refuses a document. @throws ProductError request_failed_validation with every problem in its details. */
export function refuse(problems: readonly Problem[]): never {
  const blocking = problems.filter(isBlockingProblem);
  const first = blocking[0] ? describeProblem(blocking[0]) : messages.validationErrors(problems.length);
  const message = blocking.length > 1 ? `${messages.validationErrors(blocking.length)}, the first: ${first}` : first;
  throw new ProductError('request_failed_validation', message, { problems: problems.slice(0, 100) });
}
