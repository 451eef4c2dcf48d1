import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Addresses on which the gateway listens. */
export interface Listening {
  readonly host: string;
  readonly tlsHost: string;
  port?: number;
  tlsPort?: number;
}

/** Addresses of the cell from the view of a request. */
export interface SeenBy {
  readonly isSecure: boolean;
  readonly hostHeader: string | undefined;
}

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
/** Networks of containers and virtual machines, which other devices cannot reach. */
const virtual = /^(?:docker|br-|veth|virbr|cni|flannel|cali|lxc|vmnet)/;

/**
 * Returns the address of the trust page for another device: the one at which it was opened, else that of this machine in
 * its network. Plain HTTP goes first, because it shows no warning. Undefined when only this machine reaches the cell.
 */
export function trustURLFor(listening: Listening, seen: SeenBy, interfaces: () => Interfaces = networkInterfaces) {
  const own = parseHost(seen.hostHeader);
  if (own && !isLoopback(own.hostname)) return `${seen.isSecure ? 'https' : 'http'}://${own.host}/trust`;
  const address = lanAddress(interfaces());
  if (address === undefined) return undefined;
  const { host, port, tlsHost, tlsPort } = listening;
  if (port !== undefined && reaches(host, address)) return `http://${address}:${port}/trust`;
  if (tlsPort !== undefined && reaches(tlsHost, address)) return `https://${address}:${tlsPort}/trust`;
  return undefined;
}

/** Returns the address of the cell over HTTPS, by the name at which it was opened; undefined without TLS. */
export function secureURLFor({ tlsPort }: Listening, { isSecure, hostHeader }: SeenBy): string | undefined {
  const own = parseHost(hostHeader);
  if (isSecure && own) return `https://${own.host}/`;
  return tlsPort === undefined ? undefined : `https://${own?.hostname ?? 'localhost'}:${tlsPort}/`;
}

function parseHost(header: string | undefined): URL | undefined {
  const url = `http://${header}`;
  return header !== undefined && /^[\w.:[\]-]+$/.test(header) && URL.canParse(url) ? new URL(url) : undefined;
}

function reaches(listensAt: string, address: string): boolean {
  return listensAt === '0.0.0.0' || listensAt === '::' || listensAt === address;
}

/** Returns an IPv4 address, of a physical network if there is one. */
function lanAddress(interfaces: Interfaces): string | undefined {
  const found = Object.entries(interfaces).flatMap(([name, each = []]) =>
    each
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, isVirtual: virtual.test(name) })),
  );
  return (found.find(({ isVirtual }) => !isVirtual) ?? found[0])?.address;
}
