import type { Socket } from 'node:net';
import type { OpenSocket } from '../connecting.ts';
import type { TrafficTap } from './traffic.ts';

/** Records the traffic of the opened sockets whose target asks for it. */
export function recordSockets(openSocket: OpenSocket): OpenSocket {
  return (target) => {
    const socket = openSocket(target);
    const { traffic, host, port } = target;
    if (traffic) followSocket(socket, traffic.open(`${host}:${port}`));
    return socket;
  };
}

/**
 * Sees received bytes where they enter the socket and sent bytes where they are written. A listener of 'data' would
 * start the socket before its client listens, and lose bytes.
 */
function followSocket(socket: Socket, tap: TrafficTap): void {
  const push = socket.push.bind(socket);
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) tap.received(chunk);
    return push(chunk, encoding);
  };
  followWrites(socket, tap);
  socket.on('error', ({ message }) => tap.end(message));
  socket.on('close', () => tap.end());
}

type WriteEnd = (error?: Error | null) => void;

function followWrites(socket: Socket, tap: TrafficTap): void {
  const write = socket.write.bind(socket);
  socket.write = (chunk: Uint8Array | string, second?: BufferEncoding | WriteEnd, third?: WriteEnd): boolean => {
    const encoding = typeof second === 'string' ? second : undefined;
    tap.sent(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    return typeof second === 'function' ? write(chunk, second) : write(chunk, second, third);
  };
}
