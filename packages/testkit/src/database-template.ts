import { createHash } from 'node:crypto';
import pg from 'pg';

/** Initial content of a new database: prepared once on each server, then copied. */
export interface DatabaseTemplate {
  /** Identifies everything that affects the result of `prepare`. */
  readonly key: string;
  /** Fills an empty database and leaves no connection to it open. */
  readonly prepare: (url: string) => Promise<void>;
}

/** Two arbitrary numbers that no other lock uses. */
const lock = [0x43575450, 1] as const;

/** Creates the template on a server unless it exists and returns its name. Workers that start together take turns. */
export async function ensureTemplate(
  connectionString: (database?: string) => string,
  { key, prepare }: DatabaseTemplate,
): Promise<string> {
  const name = `template_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: connectionString() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock($1, $2)', [...lock]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name]);
    if (rowCount !== 0) return name;
    // The remains of an interrupted preparation.
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
    await prepare(connectionString(name));
    await client.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    return name;
  } finally {
    await client.end();
  }
}
