import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';
import { isPortTaken } from './supervision/wait-for-port.ts';

/**
 * Finds out before anything is started whether the cell may listen there; the gateway finds out again when it listens.
 * @throws StartError saying why not.
 */
export async function refuseUnusableAddress(host: string, port: number): Promise<void> {
  if (port !== 0 && (await isPortTaken(port))) throw new StartError(explain('EADDRINUSE', host, port));
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(explain(error instanceof Error && 'code' in error ? error.code : error, host, port));
  }
  server.close();
  await once(server, 'close');
}

function explain(why: unknown, host: string, port: number): string {
  if (why === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`;
  }
  if (why === 'EACCES') return `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`;
  return `The cell cannot listen on HOST=${host} (${String(why)}). Leave HOST out, or name an address of this machine; 0.0.0.0 is all of them`;
}
