import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createKnownHosts, splitNames } from './known-hosts.ts';

const socket = { localAddress: '::ffff:172.18.0.4' };
function openHosts(names: readonly string[] = []) {
  const addresses = ['192.168.1.5', 'fd00::5', 'fe80::1%eth0'];
  const clock = new VirtualClock();
  const machine = { names: () => ['Box-7.plant.example'], addresses: () => addresses };
  return { clock, addresses, hosts: createKnownHosts(names, clock, machine) };
}

describe('createKnownHosts', () => {
  it.each([
    ...['localhost', 'LOCALHOST:3000', 'localhost.', '127.0.0.1:3000', '127.9.9.9', '[::1]:3443', '[::1]'],
    ...['box-7', 'box-7.local:3000', 'box-7.plant.example', 'Box-7.Plant.Example.:80'],
    ...['192.168.1.5:3443', '[fd00::5]', '[fd00:0:0::5]:3000', '172.18.0.4'],
  ])('knows %s of this machine', (host) => {
    expect(openHosts().hosts.isKnown(host, socket)).toBe(true);
  });

  it.each([
    ...['evil.example', 'localhost.evil.example', 'box-7.evil.example', 'evil-box-7', '192.168.1.6', '[fd00::6]', ''],
    ...['127.0.0.1.evil.example', 'localhost:evil', 'localhost:3000:3000', '[::1', 'a@localhost', '172.18.0.5'],
  ])('does not know %s', (host) => {
    expect(openHosts().hosts.isKnown(host, socket)).toBe(false);
  });

  it('rejects a request without a host', () => {
    expect(openHosts().hosts.isKnown(undefined, socket)).toBe(false);
  });

  it('accepts configured names and addresses, and the subdomains of a wildcard', () => {
    const { hosts } = openHosts(['Robots.example', '10.0.0.9', '*.plant.example']);
    const known = ['robots.example:3000', '10.0.0.9', 'cell.plant.example', 'a.b.plant.example'];
    expect(known.map((host) => hosts.isKnown(host, socket))).toEqual([true, true, true, true]);
    expect(hosts.isKnown('plant.example', socket)).toBe(false);
  });

  it('accepts every host with *', () => {
    expect(openHosts(['*']).hosts.isKnown('evil.example', socket)).toBe(true);
  });

  it('accepts a new address of the machine within seconds', async () => {
    const { hosts, addresses, clock } = openHosts();
    expect(hosts.isKnown('192.168.1.77', socket)).toBe(false);
    addresses.push('192.168.1.77');
    await clock.advance(5000);
    expect(hosts.isKnown('192.168.1.77', socket)).toBe(true);
  });
});

describe('splitNames', () => {
  it('reads names between commas', () => {
    expect(splitNames(' a, b.example ,,')).toEqual(['a', 'b.example']);
    expect(splitNames('')).toEqual([]);
  });
});
