import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** True if a connection is TLS up to this process. */
export function isEncrypted(socket: Duplex): boolean {
  return socket instanceof TLSSocket;
}
