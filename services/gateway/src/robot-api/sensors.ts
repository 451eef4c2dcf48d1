import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { type IOLevels, ioPortName, type RobotKind } from '@cellwright/domain/robot';
import { actionsLiveStateSchema } from '@cellwright/equipment/capabilities';
import { describeCapabilities, wiredPortsOf } from '@cellwright/equipment/contracts';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const sensorSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['controlBoxIO', 'flangeIO', 'modbusTCP', 'haasNGC']),
  sensorValue: z.enum(['high', 'low']),
  equipmentId: z.string(),
});
type Sensor = z.infer<typeof sensorSchema>;
const sensorsSchema = z.object({ sensors: z.array(sensorSchema) });

/** Place of a signal, in the terms of sensors. */
const places = { Input: 'controlBoxIO', FlangeInput: 'flangeIO' } as const;

export interface SensorParts {
  readonly line: RobotLine;
  readonly things: CellThings;
  /** Returns the live state of a device. */
  readonly liveState: (id: string, robotKind: RobotKind, isTwin: boolean) => Promise<unknown>;
}

/**
 * Registers `/equipment/custom/sensors`: the inputs that devices of this cell are wired to, and the sensors of devices
 * on the network, each by the device's own name.
 */
export function addSensors(api: Api, { line, things, liveState }: SensorParts): void {
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
      const { io, isTwin } = line.state(call.robotKind);
      const records = z.array(equipmentRecordSchema).parse(await things.all(call, 'equipment'));
      const sensors = records.map(async (record): Promise<Sensor[]> => {
        if (!record.isEnabled) return [];
        const wired = sensorsOf(record, io);
        if (!tellsSensors(record)) return wired;
        return [...wired, ...toldSensorsOf(record, await liveState(record.id, call.robotKind, isTwin))];
      });
      return { sensors: (await Promise.all(sensors)).flat() };
    },
  );
}

function sensorKindOf({ config }: EquipmentRecord): Sensor['kind'] | undefined {
  return describeCapabilities(config).actions?.sensorKind;
}

/** Wired sensors are read at their ports. */
function tellsSensors(record: EquipmentRecord): boolean {
  const kind = sensorKindOf(record);
  return kind === 'modbusTCP' || kind === 'haasNGC';
}

/**
 * Returns the sensors of a device on the network; an unresponsive device, or one that measures a quantity, has no
 * level.
 */
function toldSensorsOf(record: EquipmentRecord, state: unknown): Sensor[] {
  const kind = sensorKindOf(record);
  const told = actionsLiveStateSchema.safeParse(state);
  if (!told.success || kind === undefined) return [];
  return told.data.sensors.flatMap(({ id, name, value }) =>
    value === 'high' || value === 'low'
      ? [{ id: `${record.id} ${id}`, name, kind, sensorValue: value, equipmentId: record.id }]
      : [],
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
        // Before the first reading of the control box the level is unknown: an open wire is low.
        sensorValue: levels[name] ?? 'low',
        equipmentId,
      },
    ];
  });
}
