import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Opens a UDP port for packets. Rejects if it cannot be opened, for example because the process has no file descriptor left. */
export type OpenPacketPort = (host?: string) => Promise<Socket>;

/** Opens any free port on IPv4. */
export const openPacketPort: OpenPacketPort = async (host) => {
  const socket = createSocket('udp4');
  try {
    socket.bind(0, host);
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
};
