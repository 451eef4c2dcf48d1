import type { TestDatabase } from './postgres.ts';

/**
 * Columns of tables in the types of the database: compares a service's declarations with its migrations. `Rows` maps
 * each table to the type of a row as read.
 */
export type TableColumns<Rows> = {
  readonly [Table in keyof Rows]: { readonly [Column in keyof Rows[Table]]: ColumnWords<Rows[Table][Column]> };
};

type ColumnWords<Type> = unknown extends Type
  ? 'jsonb' | 'jsonb null'
  : null extends Type
    ? `${TypeWords<NonNullable<Type>>} null`
    : TypeWords<Type>;

type TypeWords<Type> = [Type] extends [boolean]
  ? 'boolean'
  : [Type] extends [number]
    ? 'integer' | 'double precision'
    : [Type] extends [Date]
      ? 'timestamp with time zone'
      : [Type] extends [string]
        ? 'text' | 'bigint'
        : [Type] extends [Uint8Array]
          ? 'bytea'
          : never;

/** Reads the tables of a schema as created by its migrations, to be compared with `TableColumns`. */
export async function readTableColumns(
  database: TestDatabase,
  schema: string,
): Promise<Record<string, Record<string, string>>> {
  const { rows } = await database.query(
    `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
     WHERE table_schema = $1 AND table_name <> '_prisma_migrations'`,
    [schema],
  );
  const tables: Record<string, Record<string, string>> = {};
  for (const { table_name, column_name, data_type, is_nullable } of rows) {
    const table = String(table_name);
    const words = `${data_type}${is_nullable === 'YES' ? ' null' : ''}`;
    tables[table] = { ...tables[table], [String(column_name)]: words };
  }
  return tables;
}
