import { type ExternalControlSettings, externalControlSettingsSchema } from '@cellwright/domain/robot';
import * as z from 'zod';

const flagsSchema = z.looseObject({ etherNetIP: z.boolean().default(false) });

/** Returns the settings if they and the flag switch the adapter on, from the stored documents. */
export function findWanted(settings: unknown, flags: unknown): ExternalControlSettings | undefined {
  const { data } = externalControlSettingsSchema.safeParse(settings);
  const isFlagOn = flagsSchema.safeParse(flags).data?.etherNetIP ?? false;
  return data?.isEnabled && isFlagOn && data.etherNetIPAdapter.host !== '' ? data : undefined;
}
