import { ProductError } from '@cellwright/domain/basics';
import type { Door } from '@cellwright/domain/cell';
import type { AnyEntity } from '@cellwright/entities';
import type { Kysely, Transaction } from 'kysely';
import type { EntityTables } from './tables.ts';

/** Author of a change. */
export interface Author {
  readonly id: string;
  readonly name: string;
  /** Default http; a change by the cell itself is not a command and not audited. */
  readonly door?: Door | undefined;
}

/** A document as stored, with its stamps. */
export interface StoredEntity {
  readonly id: string;
  readonly version: number;
  readonly body: string;
  readonly listing: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedByID: string;
  readonly updatedByName: string;
}

export interface EntityVersionRow {
  readonly version: number;
  readonly savedAt: Date;
  readonly savedByID: string;
  readonly savedByName: string;
}

export interface Change {
  /** Author for the audit log. */
  readonly by: Author;
  /** Author of the content if different from the author of the change; named by the version. Default `by`. */
  readonly contentBy?: Pick<Author, 'id' | 'name'> | undefined;
  readonly at: Date;
  /** Undefined: the newest version. */
  readonly expectedVersion?: number | undefined;
  /** Converts the document for its event; default: with its stamps. */
  readonly answer?: ((stored: StoredEntity) => string) | undefined;
}

export type EntityTransaction = Transaction<EntityTables>;

export const storedColumns = [
  'id',
  'version',
  'body',
  'listing',
  'createdAt',
  'updatedAt',
  'updatedByID',
  'updatedByName',
] as const;

export async function findDocument(
  db: Kysely<EntityTables>,
  entity: AnyEntity,
  id: string,
  version: number | undefined,
): Promise<StoredEntity | undefined> {
  const current = await db
    .selectFrom('Entity')
    .select([...storedColumns, 'removedAt'])
    .where('entity', '=', entity.name)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!current) return undefined;
  if (version === undefined || version === current.version) {
    return current.removedAt === null || version !== undefined ? current : undefined;
  }
  const earlier = await db
    .selectFrom('EntityVersion')
    .select(['version', 'body', 'savedAt', 'savedByID', 'savedByName'])
    .where('entity', '=', entity.name)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!earlier) return undefined;
  const { body, savedAt: updatedAt, savedByID: updatedByID, savedByName: updatedByName } = earlier;
  return { id, version, body, listing: null, createdAt: current.createdAt, updatedAt, updatedByID, updatedByName };
}

export function refuseMissing(entity: AnyEntity, id: string): never {
  throw new ProductError('not_found', entity.missing?.(id) ?? `There is no ${entity.noun} with the id ${id}`);
}

export function refuseStale(currentVersion: number, expectedVersion: number): never {
  throw new ProductError(
    'conflict',
    `Someone saved version ${currentVersion} since you opened version ${expectedVersion}. Load the newest version and make your change again`,
    { currentVersion },
  );
}

/** True for the error of a change to a version that is not the newest. */
export function isStale(error: unknown): boolean {
  const isConflict = error instanceof ProductError && error.code === 'conflict';
  return isConflict && typeof error.details === 'object' && error.details !== null && 'currentVersion' in error.details;
}
