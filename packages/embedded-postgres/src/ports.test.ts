import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startOnRandomPort } from './ports.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function listen(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
}

describe('startOnRandomPort', () => {
  it('starts on a port outside the range of outgoing connections', async () => {
    const port = await startOnRandomPort(async (chosen) => chosen);
    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThan(20_000);
  });

  it('starts on another port when a program takes the first one before', async () => {
    const tried: number[] = [];
    await startOnRandomPort(async (port) => {
      tried.push(port);
      if (tried.length === 1) await listen(port);
      await listen(port);
    });
    expect(new Set(tried).size).toBe(2);
  });

  it("throws the start's error if its port is not the cause", async () => {
    const tried: number[] = [];
    const start = async (port: number) => {
      tried.push(port);
      throw new Error('no such program');
    };
    await expect(startOnRandomPort(start)).rejects.toThrow('no such program');
    expect(tried).toHaveLength(1);
  });
});
