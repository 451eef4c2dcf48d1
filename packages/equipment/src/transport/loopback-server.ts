import { createServer, type Server, type Socket } from 'node:net';

/** What becomes of one question, and when. */
export interface AnswerMode {
  readonly kind: 'answer' | 'silent' | 'hangUp' | 'refuse';
  readonly delayMS: number;
}

/** A simulator's door: on loopback only. */
export interface LoopbackServer {
  /** Answers with the port, which the system chooses for port 0. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
  dropConnections(): void;
}

export interface ServerBehaviour {
  /** How the next answer goes out; asked once a request. */
  answerMode(isWrite: boolean): AnswerMode;
  /** Whether registers are told with their bytes in the other order; absent: never. */
  swapsBytes?(): boolean;
}

const maxUnreadBytes = 64 * 1024;

/** @param serve speaks the protocol with a socket; the second argument is everybody who is connected. */
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

/** Answers with the port, which the system chooses for port 0. Rejects where the port is taken. */
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

/** Sends to a peer that reads: one that asks and never reads would fill the memory, and is cut off. */
export function sendTo(socket: Socket, bytes: Buffer): void {
  if (socket.writableLength > maxUnreadBytes) socket.destroy();
  else if (socket.writable) socket.write(bytes);
}
