import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createPortFinder } from './port-blocks.ts';
import { isPortTaken } from './wait-for-port.ts';

const names = Array.from({ length: 20 }, (_, index) => `service ${index}`);

it('finds ports that are free, each its own', async () => {
  const ports = Object.values(await createPortFinder().findFreePorts(names));
  expect(new Set(ports).size).toBe(20);
  expect(await Promise.all(ports.map(isPortTaken))).not.toContain(true);
});

it('finds ports that no outgoing connection is given meanwhile', async () => {
  const finder = createPortFinder();
  for (const port of [await finder.findFreePort(), ...Object.values(await finder.findFreePorts(['one', 'other']))]) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('gives no port a second time, though its service does not listen yet', async () => {
  const finder = createPortFinder();
  const ports: number[] = [];
  for (let n = 0; n < 20; n++) ports.push(...Object.values(await finder.findFreePorts(['one', 'other', 'third'])));
  expect(new Set(ports).size).toBe(60);
});

it('gives no port that another cell was given, though nobody listens there yet', async () => {
  const cells = Array.from({ length: 60 }, () => createPortFinder());
  const ports = (await Promise.all(cells.map((cell) => cell.findFreePorts(names)))).flatMap(Object.values);
  expect(new Set(ports).size).toBe(60 * 20);
});

it('passes over a port of its block where somebody listens', async () => {
  const finder = createPortFinder();
  const next = (await finder.findFreePort()) + 1;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(next, '127.0.0.1', resolve));
  expect(await finder.findFreePort()).not.toBe(next);
  await new Promise((resolve) => server.close(resolve));
});
