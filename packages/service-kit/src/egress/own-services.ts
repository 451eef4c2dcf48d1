import { type IPAddress, type IPNetwork, isInside, parseIP, parseNetwork } from './ip-address.ts';

/** One entry of OWN_SERVICES: a network, an address or a name, and a port; without one all its ports are the cell's. */
export interface OwnService {
  readonly target: IPNetwork | string;
  readonly port: number | undefined;
}

const entryPattern = /^(?:\[(?<bracketed>[0-9a-fA-F:.]+)\]|(?<plain>[^\s[\]:]+))(?::(?<port>\d{1,5}))?$/;
const namePattern = /^[0-9a-z_]([0-9a-z._-]*[0-9a-z])?$/i;

/** Reads `host`, `host:port`, `[IPv6]:port` or `network/length`; undefined when it is none. */
export function parseOwnService(text: string): OwnService | undefined {
  const network = parseNetwork(text);
  if (network) return { target: network, port: undefined };
  const groups = entryPattern.exec(text)?.groups;
  const host = groups?.bracketed ?? groups?.plain;
  if (host === undefined) return undefined;
  const port = groups?.port === undefined ? undefined : Number(groups.port);
  const isPort = port === undefined || (port >= 1 && port <= 65_535);
  const target = parseNetwork(host) ?? (namePattern.test(host) ? plainName(host) : undefined);
  return target === undefined || !isPort ? undefined : { target, port };
}

/** A host name as names are compared: in small letters, without the dot at its end. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Whether what a person typed is the name of a service of the cell. */
export function isNamed(services: readonly OwnService[], name: string, port: number): boolean {
  return services.some(({ target, port: own }) => target === plainName(name) && (own === undefined || own === port));
}

/**
 * Whether an address and port are those of a service of the cell.
 * @param known the addresses of the services that are given by name
 * @param isThisMachine whether the address is one of this machine: its services on loopback answer there too
 */
export function isOwnAddress(
  services: readonly OwnService[],
  known: ReadonlyMap<string, readonly string[]>,
  { ip, port, isThisMachine }: { readonly ip: IPAddress; readonly port: number; readonly isThisMachine: boolean },
  isLoopback: (ip: IPAddress) => boolean,
): boolean {
  return services.some(({ target, port: own }) => {
    if (own !== undefined && own !== port) return false;
    if (typeof target !== 'string') {
      const isOnLoopback = isLoopback({ bits: target.bits, value: target.first });
      return isInside(ip, target) || (isOnLoopback && isThisMachine);
    }
    return (known.get(target) ?? []).some((address) => {
      const other = parseIP(address);
      return other !== undefined && other.bits === ip.bits && other.value === ip.value;
    });
  });
}
