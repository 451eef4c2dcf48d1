import { createServer, type Server, type Socket } from 'node:net';

/** Whether and when a request is answered. */
export interface AnswerMode {
  readonly kind: 'answer' | 'silent' | 'hangUp' | 'refuse';
  readonly delayMS: number;
}

/** A server of a simulator, on loopback only. */
export interface LoopbackServer {
  /** Resolves with the port, which the system chooses for port 0. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
  dropConnections(): void;
}

export interface ServerBehaviour {
  /** Returns how the next answer is sent; called once per request. */
  answerMode(isWrite: boolean): AnswerMode;
  /** True if registers are sent with swapped bytes; absent: never. */
  swapsBytes?(): boolean;
}

const maxUnreadBytes = 64 * 1024;

/** @param serve speaks the protocol with a socket; the second argument is every connected client. */
export function createLoopbackServer(
  maxConnections: number,
  serve: (socket: Socket, connected: ReadonlySet<Socket>) => void,
): LoopbackServer {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    if (sockets.size >= maxConnections) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, sockets);
  });
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    listen: (port) => listenOnLoopback(server, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
    dropConnections,
  };
}

/** Resolves with the port, which the system chooses for port 0. Rejects if the port is taken. */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Sends to a peer that reads. A peer that sends requests but never reads would fill the memory, so it is cut off. */
export function sendTo(socket: Socket, bytes: Buffer): void {
  if (socket.writableLength > maxUnreadBytes) socket.destroy();
  else if (socket.writable) socket.write(bytes);
}
