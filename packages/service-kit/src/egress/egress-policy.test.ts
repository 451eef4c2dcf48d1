import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadConfig } from '../config.ts';
import { egressConfig, egressSettingsOf } from './config.ts';
import { createEgressPolicy } from './egress-policy.ts';
import { egressMessages } from './messages.ts';
import { parseOwnService } from './own-services.ts';

const none = new Map<string, readonly string[]>();
const ownServicesOf = (...texts: string[]) => texts.flatMap((text) => parseOwnService(text) ?? []);

const strict = createEgressPolicy({ allowLoopback: false, ownServices: [], machineAddresses: () => [] });
const lenient = createEgressPolicy({ allowLoopback: true, ownServices: [], machineAddresses: () => [] });

describe('egress policy for a user-defined host', () => {
  it.each([
    ['169.254.169.254', egressMessages.linkLocal],
    ['fe80::1', egressMessages.linkLocal],
    ['100.100.100.200', egressMessages.metadata],
    ['168.63.129.16', egressMessages.metadata],
    ['fd00:ec2::254', egressMessages.metadata],
    ['224.0.0.1', egressMessages.multicast],
    ['ff02::1', egressMessages.multicast],
    ['255.255.255.255', egressMessages.reserved],
    ['240.0.0.1', egressMessages.reserved],
    ['0.0.0.0', egressMessages.unspecified],
    ['::', egressMessages.unspecified],
    ['::ffff:169.254.169.254', egressMessages.embedded],
    ['::ffff:192.168.1.10', egressMessages.embedded],
    ['::127.0.0.1', egressMessages.embedded],
    ['64:ff9b::a9fe:a9fe', egressMessages.embedded],
    ['2002:a9fe:a9fe::1', egressMessages.embedded],
    ['127.0.0.1', egressMessages.thisMachine],
    ['127.9.9.9', egressMessages.thisMachine],
    ['::1', egressMessages.thisMachine],
    ['localhost', egressMessages.thisMachine],
    ['any.LOCALHOST.', egressMessages.thisMachine],
    ['2852039166', egressMessages.oddSpelling],
    ['0xA9FEA9FE', egressMessages.oddSpelling],
    ['0251.0376.0251.0376', egressMessages.oddSpelling],
    ['169.254.43518', egressMessages.oddSpelling],
    ['0x7f.1', egressMessages.oddSpelling],
    ['127.1.', egressMessages.oddSpelling],
    ['192.168.1.10.', egressMessages.oddSpelling],
    ['fd12::1%eth0', egressMessages.zone],
    ['', egressMessages.notAHost],
    ['user@device', egressMessages.notAHost],
    ['device/path', egressMessages.notAHost],
    ['device:502', egressMessages.notAHost],
    ['１２７.0.0.1', egressMessages.notAHost],
    ['a..b', egressMessages.notAHost],
    [`${'a'.repeat(300)}.b`, egressMessages.notAHost],
  ])('refuses %s with a message that says what to do', (host, message) => {
    expect(strict.refuseTyped(host, 502)).toBe(message(host));
  });

  it.each(['192.168.1.1', '10.0.0.7', '172.16.3.4', 'compute-box.local', 'plc_3', 'fd12:3456::7', '2a00:1450::5'])(
    'accepts %s',
    (host) => {
      expect(strict.refuseTyped(host, 502)).toBeUndefined();
    },
  );

  it('accepts this machine if a setting allows it, with no other effect', () => {
    for (const host of ['127.0.0.1', '::1', 'localhost']) expect(lenient.refuseTyped(host, 502)).toBeUndefined();
    expect(lenient.refuseTyped('169.254.169.254', 80)).toBe(egressMessages.linkLocal('169.254.169.254'));
    expect(lenient.refuseTyped('::ffff:127.0.0.1', 80)).toBe(egressMessages.embedded('::ffff:127.0.0.1'));
    expect(lenient.refuseTyped('0.0.0.0', 80)).toBe(egressMessages.unspecified('0.0.0.0'));
  });

  it('refuses addresses of this machine on its networks', () => {
    const policy = createEgressPolicy({ allowLoopback: false, ownServices: [], machineAddresses: () => ['10.1.2.3'] });
    expect(policy.refuseTyped('10.1.2.3', 502)).toBe(egressMessages.thisMachine('10.1.2.3'));
    expect(policy.refuseTyped('10.1.2.4', 502)).toBeUndefined();
  });
});

describe('egress policy for a service of the cell', () => {
  const ownServices = ownServicesOf('cell-library', 'cell-nats:4222', '127.0.0.1:5432', '10.42.0.0/16', '[fd00::5]:80');
  const policy = createEgressPolicy({ allowLoopback: true, ownServices, machineAddresses: () => ['192.168.7.2'] });

  it.each([
    ['cell-library', 1],
    ['CELL-Library.', 4000],
    ['cell-nats', 4222],
    ['127.0.0.1', 5432],
    ['127.0.0.9', 5432],
    ['::1', 5432],
    ['192.168.7.2', 5432],
    ['10.42.3.4', 502],
    ['fd00::5', 80],
  ])('refuses %s port %i', (host, port) => {
    expect(policy.refuseTyped(host, port)).toBe(egressMessages.ownService(host, port));
  });

  it.each([
    ['cell-nats', 502],
    ['127.0.0.1', 502],
    ['192.168.7.3', 5432],
    ['10.43.0.1', 502],
    ['fd00::5', 81],
  ])('accepts %s port %i', (host, port) => {
    expect(policy.refuseTyped(host, port)).toBeUndefined();
  });

  it('refuses the current addresses of its name', () => {
    const known = new Map([['cell-nats', ['172.20.0.9']]]);
    expect(policy.ownNames).toEqual(['cell-library', 'cell-nats']);
    expect(policy.refuseAddress('172.20.0.9', 4222, known)).toBe(egressMessages.ownService('172.20.0.9', 4222));
    expect(policy.refuseAddress('172.20.0.9', 502, known)).toBeUndefined();
    expect(policy.refuseAddress('172.20.0.9', 4222, none)).toBeUndefined();
  });

  it('refuses a store of the service itself without a setting', () => {
    const config = { EGRESS_LOOPBACK: true, OWN_SERVICES: [] };
    const settings = egressSettingsOf(config, ['postgresql://user:pw@db.example:5433/cell', undefined, '']);
    const policy = createEgressPolicy(settings);
    expect(policy.refuseTyped('db.example', 5433)).toBe(egressMessages.ownService('db.example', 5433));
    expect(policy.refuseTyped('db.example', 502)).toBeUndefined();
  });

  it('refuses hosts in OWN_SERVICES, and names invalid entries', () => {
    const read = (text: string) => loadConfig(z.object(egressConfig), { OWN_SERVICES: text });
    expect(read(' cell-library, 10.42.0.0/16 ,127.0.0.1:5432').OWN_SERVICES).toEqual(
      ownServicesOf('cell-library', '10.42.0.0/16', '127.0.0.1:5432'),
    );
    expect(read('')).toEqual({ EGRESS_LOOPBACK: false, OWN_SERVICES: [] });
    for (const text of ['a b', '10.0.0.0/33', 'host:0', 'host:70000', 'http://host', 'fd00::5:x', '/8']) {
      expect(() => read(text)).toThrow('OWN_SERVICES: must be hosts, host:port or networks');
    }
  });
});

/** The same registries in another implementation. */
const special = new BlockList();
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['224.0.0.0', 3],
  ] as const),
  ...([
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
  ] as const),
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
const octet = fc.oneof(fc.constantFrom(0, 1, 127, 169, 224, 239, 240, 254, 255), fc.nat(255));
const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));

describe('egress policy for generated hosts', () => {
  it('refuses exactly the special IPv4 addresses, as literals and after resolving a name', () => {
    fc.assert(
      fc.property(ipv4, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
        const isRefused = special.check(address, 'ipv4');
        expect(strict.refuseTyped(address, port) !== undefined).toBe(isRefused);
        expect(strict.refuseAddress(address, port, none) !== undefined).toBe(isRefused);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses every spelling of an IPv4 address but the usual one', () => {
    fc.assert(
      fc.property(ipv4, fc.nat(7), (address, spelling) => {
        const parts = address.split('.').map(Number);
        const [a = 0, b = 0, c = 0, d = 0] = parts;
        const whole = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = parts.map((part) => part.toString(16).padStart(2, '0'));
        const odd = [
          String(whole),
          `0x${whole.toString(16)}`,
          `0${whole.toString(8)}`,
          parts.map((part) => `0${part.toString(8)}`).join('.'),
          parts.map((part) => `0x${part.toString(16)}`).join('.'),
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`,
        ][spelling];
        if (odd === undefined || isIPv4(odd)) return;
        expect(lenient.refuseTyped(odd, 80)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});

it('never throws, and an accepted text is an address or a name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV6(), fc.domain(), fc.webAuthority()), (host) => {
      if (strict.refuseTyped(host, 80) === undefined) expect(host).toMatch(/^[0-9A-Za-z_.:-]+$/);
    }),
    { numRuns: 2000 },
  );
});
