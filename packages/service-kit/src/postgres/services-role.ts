import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** Rights of services to the rows of a table. */
export type TablePrivilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Privileges of services by table, if fewer than all four. */
export type TablePrivileges = Readonly<Record<string, readonly TablePrivilege[]>>;

/** Two arbitrary numbers that no other lock uses. */
const roleLock = [0x43574752, 0] as const;
const recordTable = '_prisma_migrations';

/** Returns the role with which services connect; undefined if it owns the tables. */
export function servicesRoleOf(ownerUrl: string, servicesUrl: string | undefined): string | undefined {
  if (servicesUrl === undefined) return undefined;
  const [owner, services] = [ownerUrl, servicesUrl].map((url) => decodeURIComponent(new URL(url).username));
  return services === '' || services === owner ? undefined : services;
}

/**
 * Lets the services' role read and write rows of a schema, and nothing else: it owns no table, so it can change no
 * trigger and no privilege. Creates the role if it does not exist, and sets the password of `servicesUrl` if it
 * differs.
 * @throws MigrationError if the role has rights that bypass the privileges.
 */
export async function grantToServices(
  client: pg.Client,
  options: {
    readonly schema: string;
    readonly servicesUrl: string;
    readonly role: string;
    readonly privileges: TablePrivileges;
  },
): Promise<void> {
  const { schema, role, privileges } = options;
  await ensureRole(client, options);
  const [inSchema, to] = [pg.escapeIdentifier(schema), pg.escapeIdentifier(role)];
  const fewer: [string, readonly TablePrivilege[]][] = [[recordTable, ['SELECT']], ...Object.entries(privileges)];
  const statements = [
    'BEGIN',
    `GRANT USAGE ON SCHEMA ${inSchema} TO ${to}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${inSchema} FROM ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${inSchema} TO ${to}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${inSchema} TO ${to}`,
    ...fewer.flatMap(([name, allowed]) => {
      const table = `${inSchema}.${pg.escapeIdentifier(name)}`;
      return [`REVOKE ALL ON ${table} FROM ${to}`, `GRANT ${allowed.join(', ')} ON ${table} TO ${to}`];
    }),
    'COMMIT',
  ];
  // A single simple query: a failure rolls all of it back.
  await client.query(statements.join(';\n'));
}

async function ensureRole(
  client: pg.Client,
  { role, servicesUrl }: { readonly role: string; readonly servicesUrl: string },
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const password = pg.escapeLiteral(decodeURIComponent(new URL(servicesUrl).password));
  await client.query('SELECT pg_advisory_lock($1, $2)', [...roleLock]);
  try {
    const { rows } = await client.query(
      `SELECT rolsuper OR rolcreaterole OR rolbypassrls OR rolreplication OR pg_has_role(oid, current_user, 'MEMBER') AS "isStrong"
       FROM pg_roles WHERE rolname = $1`,
      [role],
    );
    if (rows.length === 0) await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${password}`);
    else if (rows[0]?.isStrong) {
      const message = `The role '${role}' of the services may pass the privileges of tables. Take its rights away, or name another role in DATABASE_URL`;
      throw new MigrationError('failed', message);
    } else if (!(await canConnect(servicesUrl))) await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${password}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, $2)', [...roleLock]);
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Most likely another password; the caller sets it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
