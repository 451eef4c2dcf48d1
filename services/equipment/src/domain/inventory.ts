import { createId, type EquipmentRecord, messages, ProductError } from '@cellwright/domain';
import type { CapabilityName } from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import type { EquipmentStore } from './ports.ts';
import { readDraft, readStored } from './read-draft.ts';

export interface InventoryDeps {
  readonly store: EquipmentStore;
  readonly now: () => Date;
  /** A TCP port for a new device's simulator that nothing uses now, none of these. */
  readonly findSimulatorPort: (taken: ReadonlySet<number>) => Promise<number>;
  /** Told after every change, so that drivers and simulators follow. */
  readonly onChange: () => Promise<void>;
}

export type Inventory = ReturnType<typeof createInventory>;

/** The devices of the cell: their records, and which of them serves a request. */
export function createInventory({ store, now, findSimulatorPort, onChange }: InventoryDeps) {
  const list = async () => (await store.list()).map(readStored);

  const get = async (id: string): Promise<EquipmentRecord> => {
    const record = await store.find(id);
    if (!record) throw new ProductError('not_found', messages.equipmentNotFound(id));
    return readStored(record);
  };

  const choosePort = async (): Promise<number> => {
    const taken = (await store.list()).flatMap(({ simulatorPort }) => simulatorPort ?? []);
    return findSimulatorPort(new Set(taken));
  };

  return {
    list,
    get,

    async create(bytes: Uint8Array, idempotencyKey: string): Promise<EquipmentRecord> {
      const draft = readDraft(bytes);
      const record = await store.create(
        {
          id: draft.id ?? createId('equipment'),
          config: draft.config,
          isEnabled: draft.isEnabled ?? draft.isValid,
          simulatorPort: draft.simulatorPort ?? (await choosePort()),
          at: now(),
        },
        idempotencyKey,
      );
      await onChange();
      return readStored(record);
    },

    async save(
      id: string,
      bytes: Uint8Array,
      expectedVersion: number,
      idempotencyKey: string,
    ): Promise<EquipmentRecord> {
      const draft = readDraft(bytes);
      const stored = await get(id);
      const record = await store.save(
        {
          id,
          config: draft.config,
          isEnabled: draft.isEnabled ?? stored.isEnabled,
          simulatorPort: draft.simulatorPort ?? stored.simulatorPort,
          at: now(),
        },
        expectedVersion,
        idempotencyKey,
      );
      await onChange();
      return readStored(record);
    },

    async delete(id: string): Promise<void> {
      await store.delete(id, now());
      await onChange();
    },

    /** The first start of a cell: one enabled 2FG7, on its simulator. */
    async seed(): Promise<void> {
      if ((await store.list()).length > 0) return;
      const { config } = parseEquipmentConfig({ kind: 'OnRobot2FG7' });
      const simulatorPort = await choosePort();
      await store.seed({ id: createId('equipment'), config, isEnabled: true, simulatorPort, at: now() });
    },

    /**
     * The device that a command means: the one with this id, or the only enabled one that has the capability.
     * @throws ProductError not_found, or equipment_no_matching saying what to do.
     */
    async choose(id: string, capability: CapabilityName): Promise<EquipmentRecord> {
      return id === '' ? chooseOnly(await list(), capability) : checkUsable(await get(id), capability);
    },
  };
}

function chooseOnly(records: readonly EquipmentRecord[], capability: CapabilityName): EquipmentRecord {
  const [first, ...others] = records.filter((record) => record.isEnabled && hasCapability(record, capability));
  if (!first) throw noMatching(`No ${capability} is enabled. Add one in Equipment, or enable it there`);
  if (others.length === 0) return first;
  const names = [first, ...others].map(({ config }) => `'${config.name}'`).join(', ');
  throw noMatching(`There is more than one enabled ${capability}: ${names}. Choose one in the step`);
}

function checkUsable(record: EquipmentRecord, capability: CapabilityName): EquipmentRecord {
  const { name } = record.config;
  if (!hasCapability(record, capability)) throw noMatching(`'${name}' is no ${capability}. Choose another device`);
  if (!record.isEnabled) throw noMatching(`'${name}' is switched off. Enable it in Equipment`);
  return record;
}

function hasCapability({ config }: EquipmentRecord, capability: CapabilityName): boolean {
  return capabilitiesOfKind(config.kind).includes(capability);
}

function noMatching(message: string): ProductError {
  return new ProductError('equipment_no_matching', message);
}
