import type { Env } from './service-processes.ts';

/**
 * Returns OWN_SERVICES for the services that connect to user-defined hosts: the addresses of this cell's parts, from
 * the variables that configure the services, their ports for health and metrics, and configured ones.
 */
export function ownServicesOf(
  addresses: Env,
  adminPorts: readonly number[],
  named: string | undefined,
): { OWN_SERVICES: string } {
  const own = Object.entries(addresses).flatMap(([variable, value]) => {
    if (variable.endsWith('_URL')) return hostOf(value);
    return /_(ADDRESS|CONTROLLER)$/.test(variable) ? [value] : [];
  });
  const admin = adminPorts.map((port) => `127.0.0.1:${port}`);
  return { OWN_SERVICES: [...own, ...admin, ...(named ? [named] : [])].join(',') };
}

/** Returns `host:port` of the URL of a database or a bus, or all ports of the host for its default port. */
function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host] : [];
}
