import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { httpsSettings, refuseUnusableAddress } from './refuse-address.ts';

it('refuseUnusableAddress accepts any free port of this machine', async () => {
  await expect(refuseUnusableAddress('127.0.0.1', 0)).resolves.toBeUndefined();
});

it.each(['127.0.0.1', '0.0.0.0'])('refuseUnusableAddress refuses an occupied port on %s', async (host) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(refuseUnusableAddress(host, port)).rejects.toThrow(`Port ${port} is used`);
  other.close();
});

it('refuseUnusableAddress names the settings of HTTPS for its address', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(refuseUnusableAddress('127.0.0.1', port, httpsSettings)).rejects.toThrow('HTTPS_PORT=3444 npm start');
  await expect(refuseUnusableAddress('198.51.100.7', 0, httpsSettings)).rejects.toThrow('on HTTPS_HOST=198.51.100.7');
  other.close();
});

it.each(['198.51.100.7', 'no-such-host.invalid'])(
  'refuseUnusableAddress refuses an address of another machine (%s)',
  async (host) => {
    await expect(refuseUnusableAddress(host, 0)).rejects.toThrow(/cannot listen on HOST=.*0\.0\.0\.0/);
  },
);
