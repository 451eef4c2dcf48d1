import { type AnyEntity, type EntityQuery, type Scalar, searchField } from '@cellwright/entities';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type StoredEntity, storedColumns } from './stored-entity.ts';
import type { EntityTables } from './tables.ts';

type Database = Kysely<EntityTables>;

/** Returns one page of the documents that match a query. */
export function findRows(db: Database, entity: AnyEntity, query: EntityQuery): Promise<StoredEntity[]> {
  return db
    .selectFrom('Entity')
    .select(storedColumns)
    .where(conditionOf(entity, query))
    .orderBy(orderOf(entity, query))
    .limit(query.limit)
    .offset(query.offset)
    .execute();
}

export async function countFound(db: Database, entity: AnyEntity, query: EntityQuery): Promise<number> {
  const { count } = await db
    .selectFrom('Entity')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(conditionOf(entity, query))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts documents. Other such counts of the entity wait until the transaction ends, so that a limit holds. */
export async function countForChange(tx: Database, entity: AnyEntity, where: EntityQuery['where']): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${entity.name}))`.execute(tx);
  return countFound(tx, entity, { where, search: '', sort: [], limit: 1, offset: 0 });
}

function conditionOf(entity: AnyEntity, { where, search }: EntityQuery): Expression<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql`"entity" = ${entity.name}`, sql`"removedAt" IS NULL`];
  for (const [field, values] of Object.entries(where)) {
    conditions.push(field === entity.key ? isOneOf(values) : hasOneOf(field, values));
  }
  if (search !== '' && entity.search.length > 0) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`"fields"->>${searchField} LIKE ${pattern}`);
  }
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

function isOneOf(values: readonly Scalar[]): RawBuilder<SqlBool> {
  return sql`"id" = ANY(${values.map(String)}::text[])`;
}

function hasOneOf(field: string, values: readonly Scalar[]): RawBuilder<SqlBool> {
  return sql`"fields"->${field} = ANY(${values.map((value) => JSON.stringify(value))}::jsonb[])`;
}

/** Sorts last by the id, so that pages never overlap. */
function orderOf(entity: AnyEntity, { sort }: EntityQuery): RawBuilder<unknown> {
  const isDescending = sort[0]?.startsWith('-') ?? false;
  const parts = [...sort, isDescending ? `-${entity.key}` : entity.key].map((field) => {
    const column = columnOf(entity, field.replace(/^-/, ''));
    return field.startsWith('-') ? sql`${column} DESC` : sql`${column} ASC`;
  });
  return sql.join(parts);
}

function columnOf(entity: AnyEntity, field: string): RawBuilder<unknown> {
  if (field === entity.key) return sql`"id"`;
  if (field === 'createdAt' || field === 'updatedAt') return sql.ref(field);
  return sql`"fields"->${field}`;
}
