import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

/**
 * A device's configuration: every kind has `kind` and `name`; its contract in packages/equipment has the other fields.
 */
export const equipmentConfigSchema = z.looseObject({ kind: z.string().min(1).max(100), name: z.string().max(200) });

/** Replacement for an invalid configuration: disabled, with the raw text, so that nothing is lost. */
export const invalidConfigurationSchema = z.object({
  kind: z.literal('InvalidConfiguration'),
  name: z.string(),
  rawConfig: z.string(),
  problems: z.array(z.string()),
});

const simulatorPortSchema = z
  .number()
  .int()
  .min(1)
  .max(65_535)
  .describe("TCP port of the device's simulator on loopback; simulated and twin sessions reach only this");

/** One device of the cell. */
export const equipmentRecordSchema = z.object({
  id: idSchema,
  config: equipmentConfigSchema,
  isEnabled: z.boolean(),
  simulatorPort: simulatorPortSchema.optional(),
});
export type EquipmentRecord = z.infer<typeof equipmentRecordSchema>;

/** Device as sent by a client. Any configuration is accepted: an invalid one is stored and disables the device. */
export const equipmentDraftSchema = z.object({
  id: idSchema.optional(),
  config: z.unknown(),
  isEnabled: z.boolean().optional().describe('Default: true if the configuration is valid'),
  simulatorPort: simulatorPortSchema.optional().describe('Default: a free one'),
});

export const equipmentStatusSchema = z.enum(['initializing', 'idle', 'busy', 'error']);
/** Fields of a device's live state that all kinds share; a kind's contract adds its own fields. */
export const equipmentLiveStateSchema = z.looseObject({
  connected: z.boolean(),
  status: equipmentStatusSchema,
  error: z.string().optional(),
});
export type EquipmentLiveState = z.infer<typeof equipmentLiveStateSchema>;
