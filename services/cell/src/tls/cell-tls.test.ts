import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../supervision/port-blocks.ts';
import { chooseHttpsPort, httpsHostOf, httpsURLAt } from './cell-tls.ts';

const freePort = 20_001;

describe('chooseHttpsPort', () => {
  it('returns HTTPS_PORT, and a free port for 0', async () => {
    expect(await chooseHttpsPort({ PORT: 3000, HTTPS_PORT: 8443 }, freePort)).toBe(8443);
    expect(await chooseHttpsPort({ PORT: 3000, HTTPS_PORT: 0 }, freePort)).toBe(freePort);
  });

  it('returns a free port if PORT is free to choose, or leaves no room for 443 more', async () => {
    expect(await chooseHttpsPort({ PORT: 0, HTTPS_PORT: undefined }, freePort)).toBe(freePort);
    expect(await chooseHttpsPort({ PORT: 65_500, HTTPS_PORT: undefined }, freePort)).toBe(freePort);
  });

  it('returns PORT + 443 unless another program uses it', async () => {
    const usual = await findFreePort();
    const ports = { PORT: usual - 443, HTTPS_PORT: undefined };
    expect(await chooseHttpsPort(ports, freePort)).toBe(usual);
    const other = createServer().listen(usual, '127.0.0.1');
    await once(other, 'listening');
    expect(await chooseHttpsPort(ports, freePort)).toBe(freePort);
    other.close();
  });
});

describe('httpsURLAt', () => {
  it('the address equals that of HTTP unless HTTPS_HOST sets another', () => {
    expect(httpsHostOf({ HOST: '127.0.0.1', HTTPS_HOST: undefined })).toBe('127.0.0.1');
    expect(httpsHostOf({ HOST: '127.0.0.1', HTTPS_HOST: '0.0.0.0' })).toBe('0.0.0.0');
  });

  it('the address is shown as this machine opens it', () => {
    expect(httpsURLAt('0.0.0.0', 3443)).toBe('https://localhost:3443');
    expect(httpsURLAt('192.168.1.5', 3443)).toBe('https://192.168.1.5:3443');
    expect(httpsURLAt('fd00::5', 3443)).toBe('https://[fd00::5]:3443');
  });
});
