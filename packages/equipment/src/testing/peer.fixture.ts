/** For tests: a peer on a real socket with arbitrary behaviour for every connection. */
import { createServer, type Server, type Socket } from 'node:net';

export interface Peer {
  /** Listens on loopback and resolves with the port. */
  listen(onConnection: (socket: Socket) => void): Promise<number>;
  close(): Promise<void>;
}

export function createPeer(): Peer {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  return {
    async listen(onConnection) {
      const listening = createServer({ noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        onConnection(socket);
      });
      server = listening;
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const address = listening.address();
      if (typeof address !== 'object' || address === null) throw new Error('no port');
      return address.port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    },
  };
}
