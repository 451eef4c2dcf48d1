import { type EquipmentRecord, equipmentRecordSchema, type IOLevels, ioPortName } from '@cellwright/domain';
import { wiredPortsOf } from '@cellwright/equipment/contracts';
import { z } from 'zod';
import type { CellThings } from './cell-things.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const sensorSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['controlBoxIO', 'flangeIO']),
  sensorValue: z.enum(['high', 'low']),
  equipmentId: z.string(),
});
type Sensor = z.infer<typeof sensorSchema>;
const sensorsSchema = z.object({ sensors: z.array(sensorSchema) });

/** Where a signal comes in, as sensors name it. */
const places = { Input: 'controlBoxIO', FlangeInput: 'flangeIO' } as const;

/** `/equipment/custom/sensors`: the inputs that devices of this cell are wired to, each under the device's own name for it. */
export function addSensors(api: Api, { line, things }: { line: RobotLine; things: CellThings }): void {
  api.get(
    '/equipment/custom/sensors',
    {
      schema: {
        tags: ['Robot API: equipment'],
        summary: 'Sensors of custom devices',
        response: { 200: sensorsSchema },
      },
    },
    async (request) => {
      const call = callOf(request);
      const { io } = line.state(call.robotKind);
      const records = z.array(equipmentRecordSchema).parse(await things.all(call, 'equipment'));
      return { sensors: records.filter(({ isEnabled }) => isEnabled).flatMap((record) => sensorsOf(record, io)) };
    },
  );
}

function sensorsOf({ id: equipmentId, config }: EquipmentRecord, levels: IOLevels): Sensor[] {
  return wiredPortsOf(config).flatMap((port) => {
    if (port.kind !== 'Input' && port.kind !== 'FlangeInput') return [];
    const name = ioPortName(port);
    return [
      {
        id: `${equipmentId} ${name}`,
        name: port.role,
        kind: places[port.kind],
        // Before the first reading of the control box a level is not known: an open wire is low.
        sensorValue: levels[name] ?? 'low',
        equipmentId,
      },
    ];
  });
}
