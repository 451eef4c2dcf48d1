import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { anyEntity, equipment, parseStored } from '@cellwright/entities';
import type { EntityStore } from '@cellwright/service-kit/entities';
import type { RecordReader } from '../domain/inventory.ts';

const entity = anyEntity('equipment');
/** Maximum number of devices, more than any cell has. */
const mostDevices = 10_000;

/** Device records of the entity store. */
export function createRecordReader(store: EntityStore): RecordReader {
  return {
    async list() {
      const all = { where: {}, search: '', sort: entity.order, limit: mostDevices, offset: 0 };
      return (await store.query(entity, all)).items.map(toRecord);
    },
    async find(id) {
      const stored = await store.find(entity, id);
      return stored && toRecord(stored);
    },
  };
}

function toRecord({ body }: { readonly body: string }): EquipmentRecord {
  return parseStored(equipment, body);
}
