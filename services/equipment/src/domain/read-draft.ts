import { type EquipmentRecord, idSchema, jsonDepthOf, ProductError } from '@cellwright/domain';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { z } from 'zod';

/** Far above any configuration; keeps a mistaken upload out of the database. */
export const maxRecordBytes = 64 * 1024;
const maxDepth = 64;

const draftSchema = z.object({
  id: idSchema.optional(),
  config: z.unknown(),
  isEnabled: z.boolean().optional(),
  simulatorPort: z.number().int().min(1).max(65_535).optional(),
});

/** A record as a client sends it, its configuration read. A configuration that cannot be read disables the device. */
export interface RecordDraft {
  readonly id: string | undefined;
  readonly config: EquipmentRecord['config'];
  readonly isValid: boolean;
  readonly isEnabled: boolean | undefined;
  readonly simulatorPort: number | undefined;
}

/** @throws ProductError too_large or request_failed_validation: the record itself makes no sense. */
export function readDraft(bytes: Uint8Array): RecordDraft {
  if (bytes.length > maxRecordBytes) {
    throw new ProductError('too_large', `An equipment record has at most ${maxRecordBytes} bytes`);
  }
  const parsed = draftSchema.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'record'}: ${message}`);
    throw new ProductError('request_failed_validation', `The equipment record is not valid. ${problems.join('. ')}`);
  }
  const { config: raw, isEnabled, ...rest } = parsed.data;
  const { config, isValid } = parseEquipmentConfig(raw);
  return { id: rest.id, simulatorPort: rest.simulatorPort, config, isValid, isEnabled: isValid ? isEnabled : false };
}

/** A stored record as this build understands it: one that an older build accepted may not be valid any more. */
export function readStored(record: EquipmentRecord): EquipmentRecord {
  const { config, isValid } = parseEquipmentConfig(record.config);
  return { ...record, config, isEnabled: record.isEnabled && isValid };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (jsonDepthOf(text) > maxDepth)
      throw new ProductError('too_large', `An equipment record nests at most ${maxDepth} levels deep`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ProductError) throw error;
    throw new ProductError('request_failed_validation', 'The equipment record is not JSON text');
  }
}
