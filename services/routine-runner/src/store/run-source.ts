import { largestInt32, ProductError } from '@cellwright/domain/basics';
import { anyEntity, type EntityQuery } from '@cellwright/entities';
import { type EntitySource, type EntityTables, readRevision } from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import type { Database } from './database.ts';
import { toRun } from './run-reader.ts';
import type { RunTable, Tables } from './tables.ts';

const entity = anyEntity('runs');

/** Runs as an entity, read from the table of the journal. */
export function createRunSource(db: Database, entities: Kysely<EntityTables>): EntitySource {
  return {
    find: (query) =>
      guardDatabase(async () => {
        // Read before the rows: a change in between is sent again as an event.
        const revision = await readRevision(entities, entity);
        const chosen = db.selectFrom('Run').where((eb) => eb.and(conditionsOf(eb, query)));
        let page = chosen.selectAll().limit(query.limit).offset(query.offset);
        for (const field of query.sort) page = page.orderBy(columnOf(field), field.startsWith('-') ? 'desc' : 'asc');
        const [rows, { total }] = await Promise.all([
          page.orderBy('position', 'desc').execute(),
          chosen.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow(),
        ]);
        return { items: rows.map(toAnswer), total: Number(total), revision };
      }),
    get: (id) =>
      guardDatabase(async () => {
        const row = await db.selectFrom('Run').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw new ProductError('not_found', `There is no run ${id}`);
        return toAnswer(row);
      }),
  };
}

const columns = {
  id: 'id',
  routineID: 'routineId',
  routineVersion: 'routineVersion',
  robotKind: 'robotKind',
  status: 'status',
} as const;

function conditionsOf(eb: ExpressionBuilder<Tables, 'Run'>, { where }: EntityQuery) {
  const equal = Object.entries(columns).flatMap(([field, column]) => {
    const values = where[field];
    if (!values) return [];
    const held = values.filter((value) => column !== 'routineVersion' || isVersion(value)).map(String);
    return [held.length > 0 ? eb(column, 'in', held) : eb.lit(false)];
  });
  const after = (where.startedAfter ?? []).map((at) => eb('startedAt', '>', readTime(at)));
  const before = (where.startedBefore ?? []).map((at) => eb('startedAt', '<', readTime(at)));
  return [...equal, ...after, ...before];
}

/** No run has a version that exceeds the range of the column. */
function isVersion(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) <= largestInt32;
}

function readTime(value: unknown): Date {
  const at = z.iso.datetime({ offset: true }).safeParse(value);
  if (at.success) return new Date(at.data);
  throw new ProductError(
    'request_failed_validation',
    'startedAfter and startedBefore are times such as 2026-01-31T12:00:00Z',
  );
}

/** The order of runs does not depend on the wall clock, which may be set back. */
function columnOf(field: string): 'id' | 'updatedAt' | 'position' {
  const name = field.replace(/^-/, '');
  return name === 'id' || name === 'updatedAt' ? name : 'position';
}

function toAnswer(row: Selectable<RunTable>) {
  const { version, updatedAt, startedAt } = row;
  const times = { createdAt: startedAt.toISOString(), updatedAt: updatedAt.toISOString() };
  const stamps = { version, ...times, updatedByID: '', updatedByName: '' };
  return { id: row.id, version, text: JSON.stringify({ ...stamps, ...toRun(row) }) };
}
