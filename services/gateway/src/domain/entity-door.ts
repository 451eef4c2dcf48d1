import type { AnyEntity, EntityQuery, EntityUse, Owner, Subject } from '@cellwright/entities';

/** Document as its owner returns it: JSON text, not parsed here. */
export interface AnsweredDocument {
  readonly id: string;
  readonly version: number;
  readonly json: Uint8Array;
}

export interface FoundDocuments {
  readonly items: readonly AnsweredDocument[];
  readonly total: number;
  /** Revision of the entity, from before the items were read. */
  readonly revision: number;
}

export interface EntityVersionInfo {
  readonly version: number;
  readonly savedAt: string;
  readonly savedByID: string;
  readonly savedByName: string;
}

/** Documents of every entity, regardless of the service that stores them. Access has been checked before. */
export interface EntityDoor {
  find(entity: AnyEntity, query: EntityQuery, subject: Subject): Promise<FoundDocuments>;
  get(entity: AnyEntity, id: string, version: number | undefined, subject: Subject): Promise<AnsweredDocument>;
  create(entity: AnyEntity, json: Buffer, subject: Subject, commandKey: string): Promise<AnsweredDocument>;
  save(
    entity: AnyEntity,
    id: string,
    change: { readonly json: Buffer; readonly isMerge: boolean; readonly expectedVersion?: number | undefined },
    subject: Subject,
    commandKey: string,
  ): Promise<AnsweredDocument>;
  remove(
    entity: AnyEntity,
    id: string,
    expectedVersion: number | undefined,
    subject: Subject,
    commandKey: string,
  ): Promise<AnsweredDocument>;
  restore(
    entity: AnyEntity,
    id: string,
    version: number | undefined,
    subject: Subject,
    commandKey: string,
  ): Promise<AnsweredDocument>;
  listVersions(
    entity: AnyEntity,
    id: string,
    page: { readonly limit: number; readonly offset: number },
    subject: Subject,
  ): Promise<{ items: EntityVersionInfo[]; total: number }>;
  listUses(owner: Owner, id: string, subject: Subject): Promise<readonly EntityUse[]>;
}
