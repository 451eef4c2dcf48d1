import { type IPAddress, type IPNetwork, isInside, parseNetwork } from './ip-address.ts';
import { egressMessages } from './messages.ts';

type Reason = 'linkLocal' | 'metadata' | 'multicast' | 'reserved' | 'unspecified' | 'embedded';

/** Networks without devices, by the registries of special-purpose addresses; the first match gives the reason. */
const networksByReason: readonly (readonly [Reason, readonly string[]])[] = [
  // Metadata services of Alibaba, Azure, Oracle and Amazon that are not link-local.
  ['metadata', ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::/32']],
  ['linkLocal', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['reserved', ['240.0.0.0/4']],
  ['unspecified', ['0.0.0.0/8', '::']],
  // Mapped, translated (NAT64, local NAT64), 6to4 and Teredo.
  ['embedded', ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32']],
];

const forbidden = networksByReason.flatMap(([reason, texts]) =>
  texts.map((text) => ({ reason, network: networkOf(text) })),
);
const loopback = ['127.0.0.0/8', '::1'].map(networkOf);
/** Remains of an old method to embed IPv4 addresses into IPv6 ones; '::' and '::1' have other meanings. */
const compatible = networkOf('::/96');

/** Returns the reason why an address is always forbidden; undefined if it is not. */
export function refuseNetwork(ip: IPAddress, host: string): string | undefined {
  const found = forbidden.find(({ network }) => isInside(ip, network));
  if (found) return egressMessages[found.reason](host);
  if (isInside(ip, compatible) && !isLoopback(ip)) return egressMessages.embedded(host);
  return undefined;
}

export function isLoopback(ip: IPAddress): boolean {
  return loopback.some((network) => isInside(ip, network));
}

function networkOf(text: string): IPNetwork {
  const network = parseNetwork(text);
  if (!network) throw new Error(`${text} is not a network`);
  return network;
}
