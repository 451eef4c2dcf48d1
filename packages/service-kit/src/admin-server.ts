import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

export interface AdminServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface AdminServerOptions {
  readonly health: Health;
  readonly metrics: Metrics;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/**
 * Serves `/health/live`, `/health/ready` (503 when not), `/health/dependencies` and `/metrics` for services without an
 * HTTP server.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      sendJson(response, 405, { error: 'not_found', message: 'Only GET is answered here' });
      return;
    }
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    answer(path, options, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      sendJson(response, 500, { error: 'internal_server_error', message });
    });
  });
  await listen(server, options.port, options.host ?? '127.0.0.1');
  // A bound TCP server's address is an object; a string means a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(path: string, { health, metrics }: AdminServerOptions, response: ServerResponse): Promise<void> {
  if (path === '/health/live') sendJson(response, 200, health.live());
  else if (path === '/health/ready') {
    const { ready, reason } = await health.ready();
    sendJson(response, ready ? 200 : 503, { ready, reason });
  } else if (path === '/health/dependencies') {
    const readiness = await health.ready();
    sendJson(response, 200, readiness);
  } else if (path === '/metrics') {
    const page = await metrics.page();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(page);
  } else sendJson(response, 404, { error: 'not_found', message: `${path} does not exist` });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
