import { createHash } from 'node:crypto';
import pg from 'pg';

/** Rows of a table: their number, and a hash that does not depend on their order. */
export interface TableSummary {
  readonly rows: number;
  readonly hash: string;
}

/** Summaries by the full names of the tables. */
export type DumpSummary = Readonly<Record<string, TableSummary>>;

export interface DumpHeader {
  readonly format: 1;
  readonly buildID: string;
  readonly createdAt: string;
  readonly schemas: readonly string[];
}

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

const batchRows = 500;
export const recordTable = '_prisma_migrations';

/** Returns the tables of schemas with the columns that are stored, not computed. */
export async function listColumns(client: pg.ClientBase, schemas: readonly string[]): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(
    `SELECT columns.table_schema AS "schema", columns.table_name AS "table", column_name AS "column"
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE columns.table_schema = ANY($1) AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
     ORDER BY 1, 2, ordinal_position`,
    [schemas],
  );
  const tables = new Map<string, Column[]>();
  for (const column of rows) {
    const name = nameTable(column);
    tables.set(name, [...(tables.get(name) ?? []), column]);
  }
  return tables;
}

export function nameTable({ schema, table }: Pick<Column, 'schema' | 'table'>): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

/**
 * Returns the content of schemas as lines of JSON, all as of one instant. The summary is complete at the end.
 */
export async function* dumpSchemas(
  client: pg.Client,
  header: DumpHeader,
  summary: Record<string, TableSummary>,
): AsyncGenerator<Buffer> {
  yield line(header);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    for (const [name, columns] of await listColumns(client, header.schemas)) {
      yield line({ table: name, columns: columns.map(({ column }) => column) });
      yield* dumpTable(client, name, columns, summary);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  yield line({ end: summary });
}

async function* dumpTable(
  client: pg.Client,
  name: string,
  columns: readonly Column[],
  summary: Record<string, TableSummary>,
): AsyncGenerator<Buffer> {
  const list = columns.map(({ column }) => pg.escapeIdentifier(column)).join(', ');
  await client.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT row_to_json(each)::text AS json FROM (SELECT ${list} FROM ${name}) AS each`,
  );
  const sum = createSummary();
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`FETCH ${batchRows} FROM dump`);
    if (rows.length === 0) break;
    for (const { json } of rows) sum.add(json);
    yield Buffer.from(rows.map(({ json }) => `${json}\n`).join(''));
  }
  await client.query('CLOSE dump');
  summary[name] = sum.read();
}

/** Adds rows to a summary that does not depend on their order. */
export function createSummary() {
  let rows = 0;
  const total = new Uint8Array(32);
  return {
    add(json: string): void {
      rows += 1;
      const digest = createHash('sha256').update(json).digest();
      let carry = 0;
      for (let at = 31; at >= 0; at -= 1) {
        const sum = (total[at] ?? 0) + (digest[at] ?? 0) + carry;
        total[at] = sum & 0xff;
        carry = sum >> 8;
      }
    },
    read: (): TableSummary => ({ rows, hash: Buffer.from(total).toString('hex') }),
  };
}

function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
