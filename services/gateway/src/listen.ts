import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { ProductError } from '@cellwright/domain/basics';
import type { FastifyInstance } from 'fastify';

/**
 * Number of connections that wait to be accepted; the kernel limits it to its `somaxconn`. A client whose connection
 * does not fit tries again after 1, 3, 7 and 15 s, so that a burst from one address would delay all others by that much.
 */
const backlog = 65_535;

/** Address of a server, and the setting that configures it. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly variable: 'PORT' | 'HTTPS_PORT';
}

/** Starts the HTTP server. Returns its port. @throws ProductError unavailable if the port is taken or not allowed. */
export async function listenPlain(app: FastifyInstance, options: ListenOptions): Promise<number> {
  const { host, port } = options;
  await app.listen({ host, port, backlog }).catch((error: unknown) => explain(error, options));
  return portOf(app.server, port);
}

/** Starts the HTTPS server in the same way. */
export async function listenTLS(server: HttpsServer, options: ListenOptions): Promise<number> {
  const { host, port } = options;
  await listenAt(server, { host, port }).catch((error: unknown) => explain(error, options));
  return portOf(server, port);
}

/** Starts a server that has no setting of its own. @throws Error of the operating system */
export function listenAt(server: Server | HttpsServer, address: Pick<ListenOptions, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...address, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function explain(error: unknown, { port, variable }: ListenOptions): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = variable === 'PORT' ? 3001 : 3444;
  if (code === 'EADDRINUSE') {
    throw new ProductError(
      'unavailable',
      `Port ${port} is used by another program. Stop it, or choose another port: ${variable}=${other} npm start`,
    );
  }
  if (code === 'EACCES') {
    throw new ProductError(
      'unavailable',
      `This user is not allowed to open port ${port}. Choose one above 1023: ${variable}=${other} npm start`,
    );
  }
  throw error;
}

function portOf(server: Server | HttpsServer, port: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Returns the host of an address as a URL of this machine shows it. */
export function shownHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
