import { ProductError } from '@cellwright/domain/basics';
import {
  type AnyEntity,
  type EntityQuery,
  type EntityUse,
  findEntity,
  isAbout,
  isObject,
  type JsonObject,
  leaveOf,
  looksAlike,
  type Operation,
  type Owner,
  ownersWithReferences,
  redact,
  refuseUsed,
  requireLeave,
  requireVisibleFields,
  type Subject,
} from '@cellwright/entities';
import type { AnsweredDocument, EntityDoor, EntityVersionInfo } from './entity-door.ts';

/** Document as the caller may see it: UTF-8 JSON. */
export interface ShownDocument {
  readonly id: string;
  readonly version: number;
  readonly json: Uint8Array;
}

/** Change that a caller requests. */
export interface WantedChange {
  readonly json: Buffer;
  readonly isMerge: boolean;
  readonly expectedVersion?: number | undefined;
}

/**
 * Makes all access decisions about stored documents, and redacts fields that a caller must not see; used by HTTP and
 * the real-time service.
 */
export class EntityAccess {
  private readonly door: EntityDoor;

  constructor(door: EntityDoor) {
    this.door = door;
  }

  async find(
    entity: AnyEntity,
    query: EntityQuery,
    subject: Subject,
  ): Promise<{ items: ShownDocument[]; total: number; revision: number }> {
    const leave = requireLeave(entity, 'find', subject);
    requireVisibleFields(entity, query, subject);
    const own = leave === 'self' ? { ...query, where: { ...query.where, [entity.self]: [subject.subjectID] } } : query;
    const { items, total, revision } = await this.door.find(entity, own, subject);
    return { items: items.map((document) => show(entity, document, subject)), total, revision };
  }

  async get(entity: AnyEntity, id: string, version: number | undefined, subject: Subject): Promise<ShownDocument> {
    const leave = requireLeave(entity, 'get', subject);
    const document = await this.door.get(entity, id, version, subject);
    if (leave === 'self') requireOwn(entity, document, subject);
    return show(entity, document, subject);
  }

  async create(entity: AnyEntity, json: Buffer, subject: Subject, commandKey: string): Promise<ShownDocument> {
    requireLeave(entity, 'create', subject);
    return show(entity, await this.door.create(entity, json, subject, commandKey), subject);
  }

  async save(
    entity: AnyEntity,
    id: string,
    change: WantedChange,
    subject: Subject,
    commandKey: string,
  ): Promise<ShownDocument> {
    await this.requireChange(entity, 'patch', id, subject);
    return show(entity, await this.door.save(entity, id, change, subject, commandKey), subject);
  }

  async remove(
    entity: AnyEntity,
    id: string,
    expectedVersion: number | undefined,
    subject: Subject,
    commandKey: string,
  ): Promise<ShownDocument> {
    await this.requireChange(entity, 'remove', id, subject);
    if (entity.keptWhileUsed) await this.refuseUsedElsewhere(entity, id, subject);
    return show(entity, await this.door.remove(entity, id, expectedVersion, subject, commandKey), subject);
  }

  async restore(
    entity: AnyEntity,
    id: string,
    version: number | undefined,
    subject: Subject,
    commandKey: string,
  ): Promise<ShownDocument> {
    // Restoring an earlier version is a change; restoring a removed document is a creation.
    requireLeave(entity, version === undefined ? 'create' : 'patch', subject);
    return show(entity, await this.door.restore(entity, id, version, subject, commandKey), subject);
  }

  async versions(
    entity: AnyEntity,
    id: string,
    page: { readonly limit: number; readonly offset: number },
    subject: Subject,
  ): Promise<{ items: EntityVersionInfo[]; total: number }> {
    requireLeave(entity, 'get', subject);
    return this.door.listVersions(entity, id, page, subject);
  }

  async uses(entity: AnyEntity, id: string, subject: Subject) {
    requireLeave(entity, 'get', subject);
    const uses = await this.usesIn(ownersWithReferences(), id, subject);
    // A use in a document that the caller must not see is not revealed.
    return uses.filter((use) => {
      const user = findEntity(use.entity);
      return user !== undefined && leaveOf(user, 'get', subject) === 'yes';
    });
  }

  /**
   * A document's own service refuses, in the transaction of the removal, what its own documents use. The other services
   * are asked here, because every request passes through here and no service needs to know all others.
   * @throws ProductError conflict if another service's documents use it, unavailable if one does not respond.
   */
  private async refuseUsedElsewhere(entity: AnyEntity, id: string, subject: Subject): Promise<void> {
    const others = ownersWithReferences().filter((owner) => owner !== entity.owner);
    refuseUsed(entity, await this.usesIn(others, id, subject));
  }

  private async usesIn(owners: readonly Owner[], id: string, subject: Subject): Promise<EntityUse[]> {
    const uses = await Promise.all(owners.map((owner) => this.door.listUses(owner, id, subject)));
    return uses.flat();
  }

  private async requireChange(entity: AnyEntity, operation: Operation, id: string, subject: Subject): Promise<void> {
    if (requireLeave(entity, operation, subject) === 'self') {
      requireOwn(entity, await this.door.get(entity, id, undefined, subject), subject);
    }
  }
}

function show(entity: AnyEntity, document: AnsweredDocument, subject: Subject): ShownDocument {
  if (looksAlike(entity)) return document;
  const { id, version } = document;
  return { id, version, json: Buffer.from(JSON.stringify(redact(entity, parse(document), subject))) };
}

function requireOwn(entity: AnyEntity, document: AnsweredDocument, subject: Subject): void {
  if (isAbout(entity, parse(document), subject)) return;
  throw new ProductError('forbidden', `${subject.name} can use only their own ${entity.noun} this way`);
}

function parse({ json }: AnsweredDocument): JsonObject {
  const document: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  return isObject(document) ? document : {};
}
