import type { Env } from './service-processes.ts';

/**
 * OWN_SERVICES for the services that connect to what people type: where the parts of this cell are, by the variables that
 * tell the services so, their ports for health and metrics, and what somebody named besides.
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

/** Of a URL of a database or a bus: `host:port`, or all ports of the host where it has the usual one. */
function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host] : [];
}
