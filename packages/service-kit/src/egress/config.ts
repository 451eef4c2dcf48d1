import * as z from 'zod';
import { booleanConfig } from '../config.ts';
import type { EgressSettings } from './egress-policy.ts';
import { parseOwnService } from './own-services.ts';

const example = 'must be hosts, host:port or networks with commas between, for example cell-library,10.42.0.0/16';

/** Variables of services that connect to user-defined hosts. */
export const egressConfig = {
  /** True if devices and requests may connect to this machine itself: for development. */
  EGRESS_LOOPBACK: booleanConfig(false),
  /** Services of the cell: hosts, `host:port` or networks, which user input must not reach. */
  OWN_SERVICES: z
    .string()
    .default('')
    .transform((text, context) =>
      text.split(',').flatMap((entry) => {
        if (entry.trim() === '') return [];
        const service = parseOwnService(entry.trim());
        if (service) return [service];
        context.addIssue(example);
        return [];
      }),
    ),
} as const;

/**
 * Returns the settings.
 * @param urls of the stores that the service itself uses: they always belong to the cell
 */
export function egressSettingsOf(
  config: { readonly EGRESS_LOOPBACK: boolean; readonly OWN_SERVICES: EgressSettings['ownServices'] },
  urls: readonly (string | undefined)[],
): EgressSettings {
  const stores = urls.flatMap((url) => (url && URL.canParse(url) ? (parseOwnService(new URL(url).host) ?? []) : []));
  return { allowLoopback: config.EGRESS_LOOPBACK, ownServices: [...config.OWN_SERVICES, ...stores] };
}
