import { createServer, type Server, type Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createEgress, type EgressOptions, type Resolve } from './egress.ts';
import { egressMessages } from './messages.ts';
import { parseOwnService } from './own-services.ts';

let server: Server;
let port: number;
let accepted: number;

beforeEach(async () => {
  accepted = 0;
  server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => socket.destroy());
    socket.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function egressWith(options: Partial<EgressOptions>) {
  return createEgress({ clock: systemClock, allowLoopback: true, ownServices: [], ...options });
}

/** Returns 'connected', or the error. */
function outcomeOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', (error) => resolve(error.message));
  });
}

describe('Egress', () => {
  it('connects to an address and to the address of a name', async () => {
    const egress = egressWith({ resolve: async () => ['127.0.0.1'] });
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe('connected');
    expect(await outcomeOf(egress.openSocket({ host: 'device.example', port }))).toBe('connected');
  });

  it('refuses a host by its text before any look-up', async () => {
    const asked: string[] = [];
    const egress = egressWith({ resolve: async (name) => [asked.push(name) > 0 ? '127.0.0.1' : ''] });
    expect(await outcomeOf(egress.openSocket({ host: '0x7f.1', port }))).toBe(egressMessages.oddSpelling('0x7f.1'));
    expect(asked).toEqual([]);
    expect(accepted).toBe(0);
  });

  it.each([
    ['169.254.169.254', egressMessages.linkLocal('169.254.169.254')],
    ['127.0.0.1', egressMessages.thisMachine('127.0.0.1')],
    ['::ffff:127.0.0.1', egressMessages.embedded('::ffff:127.0.0.1')],
  ])('refuses a name if one of its addresses is %s', async (address, why) => {
    const egress = egressWith({ allowLoopback: false, resolve: async () => ['192.0.2.1', address] });
    const outcome = await outcomeOf(egress.openSocket({ host: 'rebound.example', port }));
    expect(outcome).toBe(egressMessages.resolvesTo('rebound.example', why));
    expect(accepted).toBe(0);
  });

  it('resolves a name once and connects to the checked address', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const egress = egressWith({ resolve: async () => [answers[asked++] ?? '169.254.169.254'] });
    expect(await outcomeOf(egress.openSocket({ host: 'rebound.example', port }))).toBe('connected');
    expect(asked).toBe(1);
    // The next connection is checked again.
    expect(await outcomeOf(egress.openSocket({ host: 'rebound.example', port }))).toContain('link-local');
  });

  it("refuses the current addresses of the cell's names under any name", async () => {
    const own = parseOwnService(`cell-library:${port}`);
    const resolve: Resolve = async () => ['127.0.0.1'];
    const egress = egressWith({ resolve, ownServices: own ? [own] : [] });
    const why = egressMessages.ownService('127.0.0.1', port);
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe(why);
    expect(await outcomeOf(egress.openSocket({ host: 'alias.example', port }))).toBe(
      egressMessages.resolvesTo('alias.example', why),
    );
    expect(accepted).toBe(0);
  });

  it('refuses ports of this machine that settings open, at the time of the connection and under any name', async () => {
    let own = [port];
    const egress = egressWith({ resolve: async () => ['127.0.0.1'], listOwnPorts: async () => own });
    const why = egressMessages.ownService('127.0.0.1', port);
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe(why);
    expect(await outcomeOf(egress.openSocket({ host: 'alias.example', port }))).toBe(
      egressMessages.resolvesTo('alias.example', why),
    );
    expect(accepted).toBe(0);
    own = [];
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe('connected');
  });

  it('keeps the last addresses of its own names while they do not resolve', async () => {
    const clock = new VirtualClock();
    const own = parseOwnService('cell-library');
    let isDown = false;
    const resolve: Resolve = async () => (isDown ? Promise.reject(new Error('ENOTFOUND')) : ['127.0.0.1']);
    const egress = egressWith({ clock, resolve, ownServices: own ? [own] : [] });
    const why = egressMessages.ownService('127.0.0.1', port);
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe(why);
    isDown = true;
    await clock.advance(60_000);
    expect(await outcomeOf(egress.openSocket({ host: '127.0.0.1', port }))).toBe(why);
  });

  it('reports an unknown name and a slow look-up', async () => {
    const missing = egressWith({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    const host = 'device.example';
    expect(await outcomeOf(missing.openSocket({ host, port }))).toBe(egressMessages.notFound(host));
    const empty = egressWith({ resolve: async () => [] });
    expect(await outcomeOf(empty.openSocket({ host, port }))).toBe(egressMessages.notFound(host));
    const clock = new VirtualClock();
    const slow = egressWith({ clock, resolve: () => new Promise(() => undefined) });
    const outcome = outcomeOf(slow.openSocket({ host, port }));
    await clock.advance(5000);
    expect(await outcome).toBe(egressMessages.tooSlow(host));
  });
});
