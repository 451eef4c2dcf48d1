import pg from 'pg';
import * as z from 'zod';
import { createSummary, type DumpSummary, listColumns, recordTable } from './dump.ts';
import { type AppliedRules, applyRules, namesOfEmptied, noRules, type RestoreRules } from './restore-rules.ts';

const headerSchema = z.object({
  format: z.number(),
  buildID: z.string(),
  createdAt: z.string(),
  schemas: z.array(z.string()),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const endSchema = z.object({ end: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })) });

/** The backup does not fit this version of the product, or is incomplete. */
export class RestoreError extends Error {}

export const damaged = 'The backup is damaged. Use another one';
const batchRows = 500;

/**
 * Replaces the content of the schemas of a dump, in one transaction: all of it or nothing. The tables exist, as this
 * version made them.
 * @param schemas all schemas of this version; a dump of others is refused.
 * @param client the owner of the tables, as superuser: triggers and references are not checked row by row.
 * @throws RestoreError when the dump is incomplete, or has migrations that this version does not have.
 */
export async function restoreDump(
  client: pg.Client,
  schemas: readonly string[],
  lines: AsyncGenerator<string>,
  rules: RestoreRules = noRules,
): Promise<DumpSummary> {
  try {
    const first = await lines.next();
    requireHeader(parse(first.value), schemas);
    return await replaceContent(client, schemas, lines, rules);
  } finally {
    await lines.return(undefined);
  }
}

async function replaceContent(
  client: pg.Client,
  schemas: readonly string[],
  lines: AsyncGenerator<string>,
  rules: RestoreRules,
): Promise<DumpSummary> {
  await client.query('BEGIN');
  try {
    await client.query("SET LOCAL session_replication_role = 'replica'");
    const tables = await listColumns(client, schemas);
    const applied = await applyRules(client, rules);
    const emptied = namesOfEmptied(rules, applied, [...tables.keys()]).filter((name) => !isRecord(name));
    if (emptied.length > 0) await client.query(`TRUNCATE ${emptied.join(', ')}`);
    const end = await readTables(client, lines, new Set(tables.keys()), applied);
    await applied.finish();
    await moveSequences(client, schemas);
    await client.query('COMMIT');
    return end;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function isRecord(table: string): boolean {
  return table.endsWith(`.${pg.escapeIdentifier(recordTable)}`);
}

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' && text !== '' ? JSON.parse(text) : undefined;
  } catch {
    throw new RestoreError(damaged);
  }
}

/** @throws RestoreError when the dump has another format, or other schemas than this version. */
function requireHeader(value: unknown, schemas: readonly string[]): void {
  const header = headerSchema.safeParse(value);
  if (!header.success) throw new RestoreError('The file is not a backup. Use another one');
  if (header.data.format !== 1)
    throw new RestoreError('This backup was made by a newer version. Restore it with that version');
  const foreign = header.data.schemas.find((schema) => !schemas.includes(schema));
  if (foreign !== undefined)
    throw new RestoreError(`The backup has the schema '${foreign}', which this version does not have`);
  const absent = schemas.find((schema) => !header.data.schemas.includes(schema));
  if (absent !== undefined)
    throw new RestoreError(`The backup lacks the schema '${absent}'. Restore it with the version that made it`);
}

async function readTables(
  client: pg.Client,
  lines: AsyncGenerator<string>,
  known: ReadonlySet<string>,
  applied: AppliedRules,
): Promise<DumpSummary> {
  let insert: RowWriter | undefined;
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new RestoreError('The backup is incomplete. Use another one');
    const json = parse(value);
    const table = tableSchema.safeParse(json);
    const end = endSchema.safeParse(json);
    if (table.success || end.success) await insert?.flush();
    if (end.success) return end.data.end;
    if (table.success) {
      const { table: name, columns } = table.data;
      if (!known.has(name))
        throw new RestoreError(
          `The backup has the table ${name}, which this version does not have. Restore it with the version that made it`,
        );
      insert = applied.skips(name) ? skipRows : createInsert(client, name, columns);
    } else await insert?.add(String(value));
  }
}

interface RowWriter {
  add(json: string): Promise<void>;
  flush(): Promise<void>;
}

const skipRows: RowWriter = { add: async () => undefined, flush: async () => undefined };

/** Collects rows of a table, and inserts many together. Rows of the record of migrations are compared instead. */
function createInsert(client: pg.Client, table: string, columns: readonly string[]): RowWriter {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  let waiting: string[] = [];
  const flush = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    if (isRecord(table)) return requireKnownMigrations(client, table, rows);
    await client.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
  };
  return {
    flush,
    async add(json: string) {
      waiting.push(json);
      if (waiting.length >= batchRows) await flush();
    },
  };
}

const migrationSchema = z.object({ migration_name: z.string(), checksum: z.string() });

async function requireKnownMigrations(client: pg.Client, table: string, lines: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${table}`,
  );
  const made = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const had = lines.map((line) => migrationSchema.parse(JSON.parse(line)));
  const isSame = had.length === made.size && had.every((each) => made.get(each.migration_name) === each.checksum);
  if (!isSame)
    throw new RestoreError(
      'The backup was made by another version of the product. Install that version, then restore it',
    );
}

/** Continues numbers after the highest that was restored. */
async function moveSequences(client: pg.Client, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS "table", column_name AS "column",
       pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS "sequence"
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = ANY($1) AND table_type = 'BASE TABLE'
       AND pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) IS NOT NULL`,
    [schemas],
  );
  for (const { table, column, sequence } of rows) {
    const name = pg.escapeIdentifier(column);
    await client.query(`SELECT setval($1, COALESCE((SELECT max(${name}) FROM ${table}), 0) + 1, false)`, [sequence]);
  }
}

/** Returns the summaries of the tables as they are now. */
export async function summarise(client: pg.Client, schemas: readonly string[]): Promise<DumpSummary> {
  const summary: Record<string, ReturnType<ReturnType<typeof createSummary>['read']>> = {};
  for (const [name, columns] of await listColumns(client, schemas)) {
    const list = columns.map(({ column }) => pg.escapeIdentifier(column)).join(', ');
    const { rows } = await client.query<{ json: string }>(
      `SELECT row_to_json(each)::text AS json FROM (SELECT ${list} FROM ${name}) AS each`,
    );
    const sum = createSummary();
    for (const { json } of rows) sum.add(json);
    summary[name] = sum.read();
  }
  return summary;
}
