import type { Env } from './service-processes.ts';

/**
 * OWN_SERVICES for the services that connect to what people type: where the parts of this cell are, by the variables that
 * tell the services so, and what somebody named besides.
 */
export function ownServicesOf(addresses: Env, named: string | undefined): { OWN_SERVICES: string } {
  const own = Object.entries(addresses).flatMap(([variable, value]) => {
    if (variable.endsWith('_URL')) return hostOf(value);
    return /_(ADDRESS|CONTROLLER)$/.test(variable) ? [value] : [];
  });
  return { OWN_SERVICES: [...own, ...(named ? [named] : [])].join(',') };
}

/** Of a URL of a database or a bus: `host:port`, or all ports of the host where it has the usual one. */
function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host] : [];
}
