/** Hosts as users type them: an unambiguous input is cleaned, an invalid one is rejected with advice. */

const plainHost = /^[0-9A-Za-z_]([0-9A-Za-z._-]*[0-9A-Za-z_])?$/;
const ipv6Host = /^(?=.*:.*:)[0-9A-Fa-f:]+(:\d{1,3}(\.\d{1,3}){3})?(%[0-9A-Za-z._-]+)?$/;

/** Removes surrounding white space, the brackets of an IPv6 address and the dot at the end of a full name. */
export function cleanHost(text: string): string {
  const trimmed = text.trim();
  const [, address] = /^\[([^[\]]*)\]$/.exec(trimmed) ?? [];
  return address ?? trimmed.replace(/(?<=[^.])\.$/, '');
}

/** Returns why a cleaned text is not a host, and what to enter; undefined for an IP address or a host name. */
export function findHostProblem(host: string): string | undefined {
  if (plainHost.test(host) && host.length <= 253) return undefined;
  if (ipv6Host.test(host) && isIPv6(host)) return undefined;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(host)?.[0];
  if (scheme !== undefined) return `Enter the host without '${scheme}'`;
  if (host.includes('@')) return 'Enter the host without a user name';
  if (/[/?#\\]/.test(host)) return 'Enter the host without a path';
  if (/\s/.test(host)) return 'Enter the host without spaces';
  if (/^(\[.*\]|[^:]+):\d+$/.test(host)) return 'Enter the host without a port; the port has its own field';
  return 'Enter an IP address or a host name';
}

function isIPv6(host: string): boolean {
  const [address = ''] = host.split('%');
  return URL.canParse(`http://[${address}]/`);
}
