/** Joins a host and its port; an IPv6 address is put in brackets. */
export function joinHostAndPort(host: string, port: number): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}
