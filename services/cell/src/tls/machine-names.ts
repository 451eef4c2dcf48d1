import { type NetworkInterfaceInfo, networkInterfaces, hostname as readHostname } from 'node:os';

/** Properties of a machine that determine its names. */
export interface Machine {
  readonly hostname: string;
  readonly interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>;
}

/** Returns the machine that runs this process. */
export function readMachine(): Machine {
  return { hostname: readHostname(), interfaces: networkInterfaces() };
}

const dnsName = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/i;

/** Returns the names of a machine and its network addresses for a certificate; `more` are added names. */
export function certificateNames({ hostname, interfaces }: Machine, more: readonly string[]): string[] {
  const [first = hostname] = hostname.split('.');
  const addresses = Object.values(interfaces).flatMap((each = []) =>
    each.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address),
  );
  const names = [hostname, first, `${first}.local`, ...more].filter((name) => dnsName.test(name));
  return [...new Set(['localhost', ...names.map((name) => name.toLowerCase()), '127.0.0.1', '::1', ...addresses])];
}
