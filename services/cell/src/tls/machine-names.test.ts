import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { certificateNames } from './machine-names.ts';

const common = { netmask: '', mac: '', cidr: null };
const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...common,
  address,
  internal,
  family: 'IPv4',
});
const ipv6 = (address: string, scopeid: number): NetworkInterfaceInfo => ({
  ...common,
  address,
  internal: false,
  family: 'IPv6',
  scopeid,
});

describe('certificateNames', () => {
  it('names loopback, the machine and its addresses, without link-local ones', () => {
    const interfaces = {
      lo: [ipv4('127.0.0.1', true)],
      eth0: [ipv4('192.168.1.5'), ipv6('fd00::5', 0), ipv6('fe80::5', 2)],
    };
    expect(certificateNames({ hostname: 'Box-7.plant.example', interfaces }, [])).toEqual([
      ...['localhost', 'box-7.plant.example', 'box-7', 'box-7.local', '127.0.0.1', '::1', '192.168.1.5', 'fd00::5'],
    ]);
  });

  it('adds configured names and omits those that no certificate can contain', () => {
    const machine = { hostname: 'not a name', interfaces: {} };
    expect(certificateNames(machine, ['robots.example', '*.plant.example', '*'])).toEqual([
      ...['localhost', 'robots.example', '*.plant.example', '127.0.0.1', '::1'],
    ]);
  });
});
