import { type AddressInfo, createServer, type Socket } from 'node:net';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { expect, it } from 'vitest';

it('keepConnected connects a channel before any call, and again after it broke', async () => {
  const connections: Socket[] = [];
  const runner = createServer((socket) => void connections.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
  // Safe cast: a server that listens on a port has such an address.
  const { port } = runner.address() as AddressInfo;
  const client = createGrpcClient(RunnerServiceService, `127.0.0.1:${port}`);
  const leave = client.channel.keepConnected();
  await expect.poll(() => connections.length).toBe(1);
  connections[0]?.destroy();
  await expect.poll(() => connections.length).toBeGreaterThan(1);
  leave();
  client.channel.close();
  for (const connection of connections) connection.destroy();
  runner.close();
});
