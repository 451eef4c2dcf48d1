import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number of 32 or 128 bits. */
export interface IPAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** All addresses with the same leading bits. */
export interface IPNetwork {
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly prefixLength: number;
}

/** Parses an address in its usual notation; drops the zone of an IPv6 address. Undefined for other texts. */
export function parseIP(text: string): IPAddress | undefined {
  if (isIPv4(text)) return { bits: 32, value: joinParts(text.split('.').map(Number), 8) };
  if (!isIPv6(text)) return undefined;
  return { bits: 128, value: joinParts(groupsOf(text.split('%')[0] ?? ''), 16) };
}

/** Parses `address/length`; a bare address is a network of one. Undefined when it is neither. */
export function parseNetwork(text: string): IPNetwork | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const ip = parseIP(address);
  if (ip === undefined || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const prefixLength = length === undefined ? ip.bits : Number(length);
  if (prefixLength > ip.bits) return undefined;
  return { bits: ip.bits, first: prefixOf(ip, prefixLength), prefixLength };
}

export function isInside(ip: IPAddress, { bits, first, prefixLength }: IPNetwork): boolean {
  return ip.bits === bits && prefixOf(ip, prefixLength) === first;
}

function prefixOf({ bits, value }: IPAddress, prefixLength: number): bigint {
  const rest = BigInt(bits - prefixLength);
  return (value >> rest) << rest;
}

function joinParts(parts: readonly number[], bitsEach: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(bitsEach)) | BigInt(part), 0n);
}

/** Returns the eight groups of an IPv6 address; an IPv4 address at its end gives two of them. */
function groupsOf(text: string): number[] {
  // The URL parser normalises every spelling: no dots, one '::' at most.
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const front = read(head);
  const back = tail === undefined ? [] : read(tail);
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}
