import { z } from 'zod';
import { idSchema } from './ids.ts';

/** A device's configuration: every kind has `kind` and `name`; its contract in packages/equipment has the rest. */
export const equipmentConfigSchema = z.looseObject({ kind: z.string().min(1).max(100), name: z.string().max(200) });

/** What an unreadable configuration becomes: disabled, with the raw text kept so that nothing is lost. */
export const invalidConfigurationSchema = z.object({
  kind: z.literal('InvalidConfiguration'),
  name: z.string(),
  rawConfig: z.string(),
  problems: z.array(z.string()),
});

export const equipmentRecordSchema = z.object({
  id: idSchema,
  config: equipmentConfigSchema,
  isEnabled: z.boolean(),
  /** TCP port of the device's simulator on loopback; simulated and twin sessions reach only this. */
  simulatorPort: z.number().int().min(1).max(65_535).optional(),
  version: z.number().int().min(1),
  updatedAt: z.iso.datetime(),
});
export type EquipmentRecord = z.infer<typeof equipmentRecordSchema>;

export const equipmentStatusSchema = z.enum(['initializing', 'idle', 'busy', 'error']);
/** The part of a device's live state that all kinds share; a kind's contract adds its own fields. */
export const equipmentLiveStateSchema = z.looseObject({
  connected: z.boolean(),
  status: equipmentStatusSchema,
  error: z.string().optional(),
});
export type EquipmentLiveState = z.infer<typeof equipmentLiveStateSchema>;
