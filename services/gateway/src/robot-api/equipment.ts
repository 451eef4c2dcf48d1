import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import { gripperCommandBody, gripperConfigurationSchema } from './gripper-schemas.ts';
import type { Grippers } from './grippers.ts';
import { type Api, callOf, doneSchema, refusalSchema } from './room.ts';

const tags = ['Robot API: equipment'];
const equipmentSchema = z.object({
  equipment: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      is_enabled: z.boolean(),
      config: z.string().describe('JSON, as text'),
    }),
  ),
});

/** Registers `/equipment`. */
export function addEquipment(api: Api, { things, grippers }: { things: CellThings; grippers: Grippers }): void {
  api.get(
    '/equipment',
    { schema: { tags, summary: 'Devices of the cell', response: { 200: equipmentSchema } } },
    async (request) => {
      const records = await things.all(callOf(request), 'equipment');
      return { equipment: records.map((record) => describe(equipmentRecordSchema.parse(record))) };
    },
  );
  api.get(
    '/equipment/end-effector/configuration',
    { schema: { tags, summary: 'The gripper and its state', response: { 200: gripperConfigurationSchema } } },
    async (request) => grippers.describe(callOf(request)),
  );
  api.post(
    '/equipment/end-effector/control',
    {
      schema: {
        tags,
        summary: 'Command the gripper; responds when the command is done',
        body: gripperCommandBody,
        response: {
          200: doneSchema,
          503: refusalSchema.describe('A routine is running and uses the gripper until it ends'),
        },
      },
    },
    async (request) => {
      await grippers.command(callOf(request), request.body);
      return {};
    },
  );
}

function describe({ id, config, isEnabled }: EquipmentRecord) {
  return { id, name: config.name, kind: config.kind, is_enabled: isEnabled, config: JSON.stringify(config) };
}
