import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards requests with a token, for clients that cannot send one; host and origin do not change. */
export async function addToken(url: string, token: string): Promise<TokenProxy> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const asked = { hostname, port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } };
    const outgoing = request(asked, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${portOf(server.address())}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return address.port;
}
