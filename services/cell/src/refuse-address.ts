import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';
import { isPortTaken } from './supervision/wait-for-port.ts';

/** Variables that set an address, and suggested ports. */
interface AddressSettings {
  readonly host: string;
  readonly port: string;
  readonly usualPort: number;
  readonly otherPort: number;
}
const plainSettings: AddressSettings = { host: 'HOST', port: 'PORT', usualPort: 3000, otherPort: 3001 };
export const httpsSettings: AddressSettings = {
  host: 'HTTPS_HOST',
  port: 'HTTPS_PORT',
  usualPort: 3443,
  otherPort: 3444,
};

/**
 * Checks before the start whether the cell can listen at an address; the gateway checks it again when it listens.
 * @throws StartError with the reason.
 */
export async function refuseUnusableAddress(host: string, port: number, settings = plainSettings): Promise<void> {
  if (port !== 0 && (await isPortTaken(port))) throw new StartError(explain('EADDRINUSE', host, port, settings));
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(explain(error instanceof Error && 'code' in error ? error.code : error, host, port, settings));
  }
  server.close();
  await once(server, 'close');
}

function explain(why: unknown, host: string, port: number, settings: AddressSettings): string {
  if (why === 'EADDRINUSE') {
    return `Port ${port} is used by another program. Stop it, or choose another port: ${settings.port}=${settings.otherPort} npm start`;
  }
  if (why === 'EACCES')
    return `This user is not allowed to open port ${port}. Choose one above 1023: ${settings.port}=${settings.usualPort} npm start`;
  return `The cell cannot listen on ${settings.host}=${host} (${String(why)}). Remove ${settings.host}, or set an address of this machine; 0.0.0.0 means all`;
}
