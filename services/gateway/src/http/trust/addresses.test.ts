import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Listening, secureURLFor, trustURLFor } from './addresses.ts';

const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => {
  return { address, internal, family: 'IPv4', netmask: '', mac: '', cidr: null };
};
const interfaces = () => ({
  lo: [ipv4('127.0.0.1', true)],
  docker0: [ipv4('172.17.0.1')],
  eth0: [ipv4('192.168.1.5')],
});
const here: Listening = { host: '127.0.0.1', port: 3000, tlsHost: '127.0.0.1', tlsPort: 3443 };
const local = { isSecure: false, hostHeader: 'localhost:3000' };

describe('trustURLFor', () => {
  it('returns undefined while only this machine can reach the cell', () => {
    expect(trustURLFor(here, local, interfaces)).toBeUndefined();
  });

  it('names the address in the network, over plain HTTP if it is served there', () => {
    const url = trustURLFor({ ...here, tlsHost: '0.0.0.0' }, local, interfaces);
    expect(url).toBe('https://192.168.1.5:3443/trust');
    const both = { ...here, host: '0.0.0.0', tlsHost: '0.0.0.0' };
    expect(trustURLFor(both, local, interfaces)).toBe('http://192.168.1.5:3000/trust');
    expect(trustURLFor(both, local, () => ({}))).toBeUndefined();
  });

  it('keeps the host name with which another device opened the page', () => {
    const seen = { isSecure: true, hostHeader: 'cell.example' };
    expect(trustURLFor(here, seen, interfaces)).toBe('https://cell.example/trust');
  });

  it('uses no invalid host', () => {
    const seen = { isSecure: false, hostHeader: 'a"><script>' };
    expect(trustURLFor(here, seen, interfaces)).toBeUndefined();
  });
});

describe('secureURLFor', () => {
  it('keeps the host name and adds the HTTPS port', () => {
    expect(secureURLFor(here, { isSecure: false, hostHeader: 'box-7.local:3000' })).toBe('https://box-7.local:3443/');
    expect(secureURLFor(here, { isSecure: true, hostHeader: 'cell.example' })).toBe('https://cell.example/');
  });

  it('returns undefined without TLS', () => {
    expect(secureURLFor({ host: '127.0.0.1', tlsHost: '127.0.0.1', port: 3000 }, local)).toBeUndefined();
  });
});
