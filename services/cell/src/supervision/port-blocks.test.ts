import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createPortFinder } from './port-blocks.ts';
import { isPortTaken } from './wait-for-port.ts';

const names = Array.from({ length: 20 }, (_, index) => `service ${index}`);

it('finds distinct free ports', async () => {
  const ports = Object.values(await createPortFinder().findFreePorts(names));
  expect(new Set(ports).size).toBe(20);
  expect(await Promise.all(ports.map(isPortTaken))).not.toContain(true);
});

it('finds ports outside the range of outgoing connections', async () => {
  const finder = createPortFinder();
  for (const port of [await finder.findFreePort(), ...Object.values(await finder.findFreePorts(['one', 'other']))]) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('never returns a port twice, even before its service listens', async () => {
  const finder = createPortFinder();
  const ports: number[] = [];
  for (let n = 0; n < 20; n++) ports.push(...Object.values(await finder.findFreePorts(['one', 'other', 'third'])));
  expect(new Set(ports).size).toBe(60);
});

it('never returns a port of another cell, even before anything listens there', async () => {
  const cells = Array.from({ length: 60 }, () => createPortFinder());
  const ports = (await Promise.all(cells.map((cell) => cell.findFreePorts(names)))).flatMap(Object.values);
  expect(new Set(ports).size).toBe(60 * 20);
});

it('skips an occupied port of its block', async () => {
  const finder = createPortFinder();
  const next = (await finder.findFreePort()) + 1;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(next, '127.0.0.1', resolve));
  expect(await finder.findFreePort()).not.toBe(next);
  await new Promise((resolve) => server.close(resolve));
});
