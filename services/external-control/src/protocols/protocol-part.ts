import type { Clock } from '@cellwright/domain/basics';
import type { ExternalControlSettings } from '@cellwright/domain/robot';
import type { Logger } from '@cellwright/service-kit';
import type { LineSession } from '../domain/line-session.ts';
import type { Ownership } from '../domain/ownership.ts';

/** Parts of external control that all protocols share. */
export interface SharedControl {
  readonly settings: ExternalControlSettings;
  readonly session: LineSession;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns the input assembly, which every protocol shows. */
  readonly readInputs: () => Uint8Array;
}

/** A protocol while the settings switch it on. */
export interface ProtocolPart {
  /** Opens the sockets if they are not open. A failure is shown; the owner of the part tries again. */
  open(): Promise<void>;
  close(): Promise<void>;
}

interface ListenTarget {
  /** Name of the server in sentences. */
  readonly name: string;
  readonly host: string;
  readonly ports: readonly number[];
}

/** Describes why a server cannot listen, and what to do. */
export function explainListenError(error: unknown, { name, host, ports }: ListenTarget): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const port = `Port ${ports.join(' or ')}`;
  if (code === 'EADDRINUSE')
    return `${port} of ${host} is used by another program. Choose another address or stop that program`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Choose an address of one of its network ports`;
  if (code === 'EACCES') return `${port} may not be opened. Choose ports above 1023`;
  return `The ${name} cannot listen on ${host}: ${error instanceof Error ? error.message : String(error)}`;
}
