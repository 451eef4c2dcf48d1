/** Joins a host and its port; encloses an IPv6 address in brackets. */
export function joinHostAndPort(host: string, port: number): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
}
