import type { DeskArguments, DeskOperation, DeskResult } from './desk-operations.ts';

export type CollectionName = 'routine' | 'spaceItem' | 'variable';

/** A document to store: text that its schema has accepted, and what lists show of it. */
export interface DocumentInput {
  readonly collection: CollectionName;
  readonly id: string;
  readonly name: string;
  readonly kind?: string;
  readonly body: string;
  readonly summary?: Readonly<Record<string, string | number | boolean>>;
  readonly memberIds?: readonly string[];
  readonly savedByName: string;
  readonly at: Date;
}

export interface StoredDocument {
  readonly id: string;
  readonly version: number;
  readonly body: string;
}

export interface DocumentRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly summary: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PageOf {
  readonly limit: number;
  readonly offset: number;
}

export interface LibraryStore {
  /** @throws ProductError conflict when the id is taken */
  create(input: DocumentInput, idempotencyKey: string): Promise<StoredDocument>;
  /** @throws ProductError conflict when expectedVersion is not the newest, not_found when there is none */
  save(input: DocumentInput, expectedVersion: number, idempotencyKey: string): Promise<StoredDocument>;
  /** Creates, or saves over whatever is the newest version. */
  upsert(input: DocumentInput, idempotencyKey: string): Promise<StoredDocument & { readonly created: boolean }>;
  find(collection: CollectionName, id: string, version?: number): Promise<StoredDocument | undefined>;
  list(collection: CollectionName, page: PageOf): Promise<{ rows: DocumentRow[]; total: number }>;
  listBodies(
    collection: CollectionName,
    filter: PageOf & { readonly kind?: string },
  ): Promise<{ documents: StoredDocument[]; total: number }>;
  listAllBodies(collection: CollectionName): Promise<string[]>;
  listVersions(
    collection: CollectionName,
    id: string,
    page: PageOf,
  ): Promise<{ rows: { version: number; savedAt: Date; savedByName: string }[]; total: number }>;
  delete(collection: CollectionName, id: string, at: Date): Promise<void>;
  /** Which of these ids live inside routines other than `exceptID`. */
  findTakenIds(memberIds: readonly string[], exceptID: string): Promise<string[]>;
}

/** Works on whole documents without holding up the rest of the process. `size` is about how much text is involved. */
export interface DocumentDesk {
  run<K extends DeskOperation>(operation: K, args: DeskArguments<K>, size: number): Promise<DeskResult<K>>;
  close(): Promise<void>;
}
