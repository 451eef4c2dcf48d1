import { type EquipmentRecord, equipmentDraftSchema, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { schemaMessages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defineEntity } from './framework/definition.ts';

/** Devices of the cell other than the arm. */
export const equipment = defineEntity<EquipmentRecord>({
  name: 'equipment',
  noun: 'device',
  description: 'Devices of the cell: configuration and enabled state',
  owner: 'equipment',
  schema: equipmentRecordSchema,
  create: equipmentDraftSchema.extend({
    config: z.looseObject({ kind: z.string(), name: z.string().optional() }),
  }),
  idPrefix: 'equipment',
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
  filters: { isEnabled: 'boolean', 'config.kind': 'string', 'config.name': 'string', simulatorPort: 'number' },
  search: ['config.name'],
  sort: ['isEnabled', 'config.name', 'config.kind'],
  order: ['-isEnabled', '-updatedAt'],
  uniqueName: 'config.name',
  keptWhileUsed: true,
  isReplicated: true,
  missing: schemaMessages.equipmentNotFound,
});
