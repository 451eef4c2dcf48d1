import { connect, type Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import type { Traffic } from './traffic/traffic.ts';

/** Starts to connect; the socket connects or fails with a message for the operator. */
export type OpenSocket = (target: SocketTarget) => Socket;

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
  /** Records the traffic of the connection; absent: nothing does. */
  readonly traffic?: Traffic | undefined;
}

/** Opens connections without rules. */
export const connectAnywhere: OpenSocket = ({ host, port }) => connect({ host, port, noDelay: true, keepAlive: true });

export interface ConnectingTarget extends SocketTarget {
  /** Time limit of connecting, ms. */
  readonly connectTimeoutMS: number;
}

/** `aborted`: the connection is no longer needed. */
export type Connected =
  | { readonly ok: true }
  | { readonly ok: false; readonly aborted: true }
  | { readonly ok: false; readonly aborted: false; readonly message: string };

/** Waits until a socket has connected, within the time limit; a socket that does not connect is destroyed. */
export function whenConnected(
  socket: Socket,
  { host, port, connectTimeoutMS }: ConnectingTarget,
  clock: Clock,
  closing: AbortSignal,
): Promise<Connected> {
  const fail = (message: string): Connected => ({ ok: false, aborted: false, message });
  return new Promise((resolve) => {
    const settle = (connected: Connected) => {
      cancelTimeout();
      closing.removeEventListener('abort', onClosing);
      socket.removeListener('connect', onConnect);
      if (!connected.ok) socket.destroy();
      resolve(connected);
    };
    const onClosing = () => settle({ ok: false, aborted: true });
    const onConnect = () => settle({ ok: true });
    const cancelTimeout = clock.schedule(connectTimeoutMS, () =>
      settle(fail(deviceMessages.noConnectionWithin(`${host}:${port}`, connectTimeoutMS))),
    );
    closing.addEventListener('abort', onClosing, { once: true });
    // Stays attached: an error of a socket without a listener would end the process.
    socket.on('error', (error) => settle(fail(deviceMessages.connectionFailed(`${host}:${port}`, error.message))));
    socket.once('connect', onConnect);
    if (closing.aborted) onClosing();
  });
}
