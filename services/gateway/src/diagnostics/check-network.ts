import { connect } from 'node:net';
import type { NetworkCheck } from '@cellwright/domain/cell';
import { splitHostAndPort } from '@cellwright/service-kit';

const connectWithinMS = 2000;

/** Opens a connection to an address, `host:port`, and closes it again. Never rejects. */
export async function checkAddress(name: string, address: string, now: () => number): Promise<NetworkCheck> {
  const startedAt = now();
  const error = await findConnectProblem(address);
  return {
    name,
    address,
    ok: error === undefined,
    durationMs: now() - startedAt,
    ...(error !== undefined && { error }),
  };
}

function findConnectProblem(address: string): Promise<string | undefined> {
  const { host, port } = splitHostAndPort(address);
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectWithinMS });
    const end = (problem: string | undefined) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(`No connection within ${connectWithinMS / 1000} s`));
    socket.once('error', (error) => end(error.message));
  });
}
