import {
  type ExternalControlSettings,
  type ExternalProtocol,
  externalControlSettingsSchema,
  findEffectiveProtocols,
} from '@cellwright/domain/robot';
import * as z from 'zod';

const flagsSchema = z.looseObject({ etherNetIP: z.boolean().default(false) });

/** Settings with the protocols that they and the feature flag switch on. */
export interface WantedControl {
  readonly settings: ExternalControlSettings;
  readonly protocols: Readonly<Record<ExternalProtocol, boolean>>;
}

/** Returns what the stored documents switch on; undefined if that is no protocol. */
export function findWanted(settings: unknown, flags: unknown): WantedControl | undefined {
  const { data } = externalControlSettingsSchema.safeParse(settings);
  if (!data) return undefined;
  const protocols = findEffectiveProtocols(data, flagsSchema.safeParse(flags).data?.etherNetIP ?? false);
  return Object.values(protocols).includes(true) ? { settings: data, protocols } : undefined;
}
