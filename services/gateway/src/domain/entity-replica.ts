import { type AnyEntity, answerQuery, type EntityQuery, isObject, type JsonObject } from '@cellwright/entities';
import type { AnsweredDocument, FoundDocuments } from './entity-door.ts';

/** Maximum of finds whose responses are cached until a document changes. */
const maxReadyFinds = 100;
/** Maximum of removed documents that are remembered, so that a pending response does not restore one. */
const maxRemembered = 1000;

interface Copy {
  readonly version: number;
  /** Version that was last reported to listeners; 0 for none. */
  readonly toldVersion: number;
  readonly answer: AnsweredDocument;
  readonly document: JsonObject;
}

interface Removed {
  readonly version: number;
  /** Previous content, until listeners are notified of the removal. */
  readonly untold: JsonObject | undefined;
}

/** Difference between what listeners have received and the present documents. */
export interface Difference {
  readonly change: 'created' | 'patched' | 'removed';
  readonly id: string;
  readonly version: number;
  readonly document: JsonObject;
}

/** Copies of all documents of one entity, with cached responses. It is used only while it is up to date. */
export class EntityReplica {
  readonly entity: AnyEntity;
  private readonly copies = new Map<string, Copy>();
  private readonly removed = new Map<string, Removed>();
  private readonly ready = new Map<string, FoundDocuments>();
  private isInStep = false;
  private revision = 0;

  constructor(entity: AnyEntity) {
    this.entity = entity;
  }

  /** Marks the replica as out of date: the owner is queried until all documents were read again. */
  fallBehind(): void {
    this.isInStep = false;
  }

  find(query: EntityQuery): FoundDocuments | undefined {
    if (!this.isInStep) return undefined;
    const key = JSON.stringify(query);
    const known = this.ready.get(key);
    if (known) return known;
    const documents = [...this.copies.values()].map(({ document }) => document);
    const { items, total } = answerQuery(documents, this.entity, query);
    const answers = items.flatMap((item) => this.copies.get(String(item[this.entity.key]))?.answer ?? []);
    const found = { items: answers, total, revision: this.revision };
    if (this.ready.size >= maxReadyFinds) this.ready.clear();
    this.ready.set(key, found);
    return found;
  }

  /** Undefined also for a missing document: its owner returns the error. */
  get(id: string): AnsweredDocument | undefined {
    return this.isInStep ? this.copies.get(id)?.answer : undefined;
  }

  /** Applies the response to a change; its event is still to come. */
  takeAnswer({ id, version, json }: AnsweredDocument, isRemoved: boolean): void {
    const known = this.copies.get(id);
    if (!isRemoved) this.keep(id, version, parse(json), known?.toldVersion ?? 0);
    else if (known && known.version < version) {
      this.drop(id, version, known.toldVersion > 0 ? known.document : undefined);
    }
  }

  /** Applies an event; an undefined document was removed. */
  takeChange(revision: number, id: string, version: number, document: JsonObject | undefined): void {
    this.revision = revision;
    const known = this.copies.get(id);
    if (known && known.version > version) {
      // A later change has already been applied from a response.
      this.copies.set(id, { ...known, toldVersion: document === undefined ? 0 : version });
    } else if (document === undefined) this.drop(id, version, undefined);
    else this.keep(id, version, document, version);
  }

  /**
   * Replaces all documents after a read, and returns what listeners have missed. The replica is up to date from now on.
   */
  takeAll(revision: number, answers: readonly AnsweredDocument[]): Difference[] {
    const differences = this.takeRemoved(new Set(answers.map(({ id }) => id)));
    for (const { id, version, json } of answers) {
      const toldVersion = this.copies.get(id)?.toldVersion ?? 0;
      const document = parse(json);
      this.keep(id, version, document, version);
      if (toldVersion >= version) continue;
      differences.push({ change: toldVersion === 0 ? 'created' : 'patched', id, version, document });
    }
    this.revision = revision;
    this.isInStep = true;
    this.ready.clear();
    return differences;
  }

  private takeRemoved(present: ReadonlySet<string>): Difference[] {
    for (const [id, { version, toldVersion, document }] of [...this.copies]) {
      if (!present.has(id)) this.drop(id, version, toldVersion > 0 ? document : undefined);
    }
    const untold = [...this.removed].flatMap(([id, { version, untold: document }]): Difference[] =>
      document === undefined ? [] : [{ change: 'removed', id, version, document }],
    );
    for (const { id, version } of untold) this.removed.set(id, { version, untold: undefined });
    return untold;
  }

  private keep(id: string, version: number, document: JsonObject, toldVersion: number): void {
    const newest = Math.max(this.copies.get(id)?.version ?? 0, this.removed.get(id)?.version ?? 0);
    if (newest > version) return;
    const answer = { id, version, json: Buffer.from(JSON.stringify(document)) };
    this.copies.set(id, { version, toldVersion, answer, document });
    this.removed.delete(id);
    this.ready.clear();
  }

  private drop(id: string, version: number, untold: JsonObject | undefined): void {
    this.copies.delete(id);
    this.removed.set(id, { version, untold });
    const oldest = this.removed.keys().next().value;
    if (this.removed.size > maxRemembered && oldest !== undefined) this.removed.delete(oldest);
    this.ready.clear();
  }
}

function parse(json: Uint8Array): JsonObject {
  const document: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  return isObject(document) ? document : {};
}
