/** Returns an IPv4 address as such, which a socket for both versions reports within one of IPv6. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
