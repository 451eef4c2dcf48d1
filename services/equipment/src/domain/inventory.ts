import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { deviceMessages, messages } from '@cellwright/domain/messages';
import { type CapabilityName, capabilities } from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind, contractOf, isKnownKind } from '@cellwright/equipment/contracts';
import { readStored } from './read-draft.ts';

/** The stored records. */
export interface RecordReader {
  /** Enabled first, then the most recently changed. */
  list(): Promise<readonly EquipmentRecord[]>;
  find(id: string): Promise<EquipmentRecord | undefined>;
}

export type Inventory = ReturnType<typeof createInventory>;

/** The devices of the cell: their records as this build reads them, and the device for a request. */
export function createInventory(records: RecordReader) {
  const list = async () => (await records.list()).map(readStored);
  const get = async (id: string): Promise<EquipmentRecord> => {
    const record = await records.find(id);
    if (!record) throw new ProductError('not_found', messages.equipmentNotFound(id));
    return readStored(record);
  };
  return {
    list,
    get,
    /**
     * Returns the target device of a command: the one with this id, or the only enabled one that has the capability.
     * @throws ProductError not_found, or equipment_no_matching with the remedy.
     */
    async choose(id: string, capability: CapabilityName): Promise<EquipmentRecord> {
      return id === '' ? chooseOnly(await list(), capability) : checkUsable(await get(id), capability);
    },
  };
}

function chooseOnly(records: readonly EquipmentRecord[], capability: CapabilityName): EquipmentRecord {
  const [first, ...others] = records.filter((record) => record.isEnabled && hasCapability(record, capability));
  if (!first)
    throw noMatching(`No ${capabilities[capability].label} is enabled. Add one in Devices, or enable it there`);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ config }) => `'${config.name}'`).join(', ');
  throw noMatching(
    `There is more than one enabled ${capabilities[capability].label}: ${names}. Choose one in the step`,
  );
}

function checkUsable(record: EquipmentRecord, capability: CapabilityName): EquipmentRecord {
  const { kind, name } = record.config;
  if (isKnownKind(kind) && contractOf(kind).isBareFlange)
    throw noMatching(
      `Nothing is mounted on the flange ('${name}'). Attach a ${capabilities[capability].label}, and choose it`,
    );
  if (!hasCapability(record, capability))
    throw noMatching(`'${name}' is not a ${capabilities[capability].label}. Choose another device`);
  if (!record.isEnabled) throw noMatching(deviceMessages.disabled(name));
  return record;
}

function hasCapability({ config }: EquipmentRecord, capability: CapabilityName): boolean {
  return capabilitiesOfKind(config.kind).includes(capability);
}

function noMatching(message: string): ProductError {
  return new ProductError('equipment_no_matching', message);
}
