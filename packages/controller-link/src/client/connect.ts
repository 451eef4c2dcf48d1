import { connect, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import type { Clock } from '@cellwright/domain/basics';
import { commanderHeartbeatMS } from '@cellwright/domain/robot';
import type { LinkProof } from '../commands.ts';
import type { RobotDriver } from '../robot-driver.ts';
import { ControllerClient } from './controller-client.ts';

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Name of the commander, for the controller's log. */
  readonly commander: string;
  /** Proves to the controller which service connects. */
  readonly proof: LinkProof;
  /** False to watch only: state, events and log. Default true. */
  readonly takesCommand?: boolean;
  /** The commander's stop epoch; the controller's becomes at least this. Default 0. */
  readonly epoch?: number;
  /** Time to connect and be accepted, ms. Default 2000. */
  readonly connectTimeoutMS?: number;
  /** Time limit of the response to a command, ms. Default 2000. */
  readonly answerTimeoutMS?: number;
  /** Heartbeat period, ms. Default 50. */
  readonly heartbeatMS?: number;
}

export type ConnectResult =
  | { readonly ok: true; readonly driver: RobotDriver }
  | { readonly ok: false; readonly reason: string };

/**
 * Connects to a controller and, unless it only watches, takes command. The caller retries after a failure or a
 * disconnection: a new connection never resumes anything.
 */
export async function connectController(options: ConnectOptions): Promise<ConnectResult> {
  const { clock, connectTimeoutMS = 2000 } = options;
  const deadline = clock.now() + connectTimeoutMS;
  const socket = await openSocket(options, connectTimeoutMS);
  if (typeof socket === 'string') return { ok: false, reason: socket };
  const client = new ControllerClient(socket, {
    clock,
    commander: options.commander,
    heartbeatMS: options.heartbeatMS ?? commanderHeartbeatMS,
    answerTimeoutMS: options.answerTimeoutMS ?? 2000,
  });
  const failure = await client.introduce({
    proof: options.proof,
    takesCommand: options.takesCommand ?? true,
    epoch: options.epoch ?? 0,
    timeoutMS: Math.max(deadline - clock.now(), 1),
  });
  if (failure === undefined) return { ok: true, driver: client };
  await client.close();
  return { ok: false, reason: failure };
}

/** Opens the socket, or returns the reason why it cannot. */
function openSocket({ host, port, proof, clock }: ConnectOptions, timeoutMS: number): Promise<Socket | string> {
  return new Promise((resolve) => {
    const { tls } = proof;
    const socket = tls ? connectSecurely(host, port, tls) : connect({ host, port, noDelay: true });
    const fail = (reason: string) => {
      cancel();
      socket.destroy();
      resolve(reason);
    };
    const cancel = clock.schedule(timeoutMS, () => fail(`no connection to ${host}:${port} within ${timeoutMS} ms`));
    // Stays attached: an error after `fail` has no other handler.
    socket.on('error', (error) => fail(`no connection to ${host}:${port}: ${error.message}`));
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      cancel();
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

/** Connects with TLS. The peer's certificate names the service `controller`, not the address. */
function connectSecurely(
  host: string,
  port: number,
  { certificate: cert, key, ca }: NonNullable<LinkProof['tls']>,
): Socket {
  const socket = connectTLS({ host, port, cert, key, ca, servername: 'controller', minVersion: 'TLSv1.3' });
  return socket.setNoDelay(true);
}
