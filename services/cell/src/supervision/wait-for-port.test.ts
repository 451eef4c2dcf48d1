import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort } from './port-blocks.ts';
import { isPortTaken } from './wait-for-port.ts';

it('isPortTaken detects an occupied port', async () => {
  const port = await findFreePort();
  expect(await isPortTaken(port)).toBe(false);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isPortTaken(port)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
