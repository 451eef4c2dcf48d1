import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort, findFreePorts, isPortTaken } from './wait-for-port.ts';

it('finds ports that are free, each its own', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `service ${index}`);
  const ports = Object.values(await findFreePorts(names));
  expect(new Set(ports).size).toBe(20);
  expect(await Promise.all(ports.map(isPortTaken))).not.toContain(true);
});

it('finds ports that no outgoing connection is given meanwhile', async () => {
  for (const port of [await findFreePort(), ...Object.values(await findFreePorts(['one', 'other']))]) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('gives no port a second time, though its service does not listen yet', async () => {
  const ports: number[] = [];
  for (let n = 0; n < 100; n++) ports.push(...Object.values(await findFreePorts(['one', 'other', 'third', 'fourth'])));
  expect(new Set(ports).size).toBe(400);
});

it('tells a port that is taken', async () => {
  const port = await findFreePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isPortTaken(port)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
