import { StartError } from '../start-error.ts';

/** Another program listens on a port chosen by the cell. The cell can start again on other ports. */
export class PortTakenError extends StartError {
  readonly port: number;

  constructor(process: string, port: number) {
    super(`Port ${port} of ${process} is used by another program. Stop it, or start the cell again`);
    this.port = port;
  }
}

/** True if a server could not listen because its port is occupied; checks the causes of the error. */
export function isAddressInUse(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes('EADDRINUSE') || isAddressInUse(error.cause);
}
