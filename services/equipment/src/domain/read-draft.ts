import { type EquipmentRecord, equipmentDraftSchema, equipmentRecordSchema, problemsOf } from '@cellwright/domain';
import { anyEntity, type Draft, type Preparation, prepareDocument, readDraft } from '@cellwright/entities';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';

const entity = anyEntity('equipment');

/**
 * Reads a record as a client sends it. A configuration that cannot be read disables the device and is kept; a save that
 * does not mention the switch or the port keeps them.
 */
export async function prepareRecord(draft: Draft, choosePort: () => Promise<number>): Promise<Preparation> {
  const read = readDraft(entity, draft);
  if (!read.ok) return read;
  const sent = equipmentDraftSchema.safeParse(read.document);
  if (!sent.success) return { ok: false, problems: problemsOf(sent.error) };
  const { id, isEnabled, simulatorPort } = sent.data;
  const previous = draft.previous === undefined ? undefined : equipmentRecordSchema.parse(JSON.parse(draft.previous));
  const { config, isValid } = parseEquipmentConfig(sent.data.config);
  return prepareDocument(entity, {
    id,
    config,
    isEnabled: isValid && (isEnabled ?? previous?.isEnabled ?? true),
    simulatorPort: simulatorPort ?? previous?.simulatorPort ?? (await choosePort()),
  });
}

/** A stored record as this build understands it: one that an older build accepted may not be valid any more. */
export function readStored(record: EquipmentRecord): EquipmentRecord {
  const { config, isValid } = parseEquipmentConfig(record.config);
  return { ...record, config, isEnabled: record.isEnabled && isValid };
}
