import { isIP, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Clock } from '@cellwright/domain/basics';
import { ProductError, startOfText } from '@cellwright/domain/basics';

/** The machine's addresses are read at most this often, ms. */
const readAddressesEveryMS = 5000;

/** Names and addresses of this machine. */
export interface Machine {
  readonly names: () => readonly string[];
  readonly addresses: () => readonly string[];
}

/** Decides whether a Host header names this cell. */
export interface KnownHosts {
  isKnown(host: string | undefined, socket: Pick<Socket, 'localAddress'>): boolean;
}

/**
 * Accepts loopback, the machine and `names`: names, addresses, `*.domain` for its subdomains, and `*` for every host. A
 * page of another site whose name resolves to this machine (DNS rebinding) has none of these.
 */
export function createKnownHosts(names: readonly string[], clock: Clock, machine: Machine = thisMachine): KnownHosts {
  const given = names.map((name) => name.toLowerCase());
  const isEvery = given.includes('*');
  const exact = new Set(['localhost', ...machine.names().flatMap(withLocal), ...given].map(toName));
  const suffixes = given.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  let addresses: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;

  const isOwnAddress = (address: string): boolean => {
    const now = clock.now();
    if (now - readAt >= readAddressesEveryMS) {
      readAt = now;
      addresses = new Set(machine.addresses().map(toAddress));
    }
    return addresses.has(address);
  };
  return {
    isKnown(host, { localAddress = '' }) {
      if (isEvery) return true;
      const name = toName(host ?? '');
      if (exact.has(name) || suffixes.some((suffix) => name.endsWith(suffix))) return true;
      const address = toAddress(name);
      if (isIP(address) === 0) return false;
      return isLoopbackAddress(address) || address === toAddress(localAddress) || isOwnAddress(address);
    },
  };
}

export function unknownHostError(host: string | undefined): ProductError {
  const shown = startOfText(host ?? '', 100);
  return new ProductError(
    'unknown_host',
    `This cell does not accept the host name '${shown}'. Open it at localhost or at the name or address of the machine, or add the name to the setting HOST_NAMES`,
  );
}

/** Splits the value of HOST_NAMES into a list. */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const thisMachine: Machine = {
  names: () => [hostname()],
  addresses: () => Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address)),
};

/** Multicast DNS serves a machine without a domain as NAME.local. */
function withLocal(name: string): string[] {
  const [first = name] = name.split('.');
  return [name, first, `${first}.local`];
}

/** Removes port, brackets and the dot of the root; lower case. */
function toName(host: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? [undefined, isIP(host) === 6 ? host : ''];
  return name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Removes the zone, and converts an IPv4 address that is mapped into IPv6. */
function toAddress(address: string): string {
  const plain = (address.split('%')[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  return new URL(`http://[${plain}]`).hostname.slice(1, -1);
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
