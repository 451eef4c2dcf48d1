import { type IPAddress, type IPNetwork, isInside, parseIP, parseNetwork } from './ip-address.ts';

/**
 * An entry of OWN_SERVICES: a network, an address or a name, and a port; without one all its ports belong to the cell.
 */
export interface OwnService {
  readonly target: IPNetwork | string;
  readonly port: number | undefined;
}

const entryPattern = /^(?:\[(?<bracketed>[0-9a-fA-F:.]+)\]|(?<plain>[^\s[\]:]+))(?::(?<port>\d{1,5}))?$/;
const namePattern = /^[0-9a-z_]([0-9a-z._-]*[0-9a-z])?$/i;

/** Parses `host`, `host:port`, `[IPv6]:port` or `network/length`; undefined for other texts. */
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

/** Returns a host name for comparison: in lower case, without the final dot. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** True if user input is the name of a service of the cell. */
export function isNamed(services: readonly OwnService[], name: string, port: number): boolean {
  return services.some(({ target, port: own }) => target === plainName(name) && (own === undefined || own === port));
}

/**
 * True if an address and port belong to a service of the cell.
 * @param known the addresses of the services given by name
 * @param isThisMachine true for an address of this machine: its services on loopback answer there too
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
