import { ProductError } from '@cellwright/domain/basics';
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf, doneSchema, refusalSchema } from './room.ts';

/** Words in program requests to zero the readings. */
const zeroing = /zero|tare|bias/i;
const bodySchema = z.looseObject({});

/** Registers `/equipment/force-torque-sensor/control`: zeroes the readings of the force sensor. */
export function addForceSensor(api: Api, { line, things }: { line: RobotLine; things: CellThings }): void {
  api.post(
    '/equipment/force-torque-sensor/control',
    {
      schema: {
        tags: ['Robot API: equipment'],
        summary: 'Set the readings of the force sensor to zero',
        body: bodySchema.nullish(),
        response: { 200: doneSchema, 503: refusalSchema },
      },
    },
    async (request) => {
      const call = callOf(request);
      if (!asksForZero(request.body)) {
        throw new ProductError('request_failed_validation', 'A force sensor can only be set to zero. Send zero');
      }
      const records = z.array(equipmentRecordSchema).parse(await things.all(call, 'equipment'));
      const sensors = records.filter(({ isEnabled, config }) => isEnabled && describeCapabilities(config).forceSensor);
      const [sensor] = sensors;
      const action = sensor && describeCapabilities(sensor.config).forceSensor?.zeroAction;
      if (!sensor || action === undefined) {
        throw new ProductError('equipment_no_matching', 'This cell has no enabled force sensor');
      }
      const command = { equipmentID: sensor.id, capability: 'actions', command: { action } };
      await line.command(call, 'executeDeviceCommand', command);
      return {};
    },
  );
}

/** A body without any text requests the only available action. */
function asksForZero(body: z.infer<typeof bodySchema> | null | undefined): boolean {
  const texts = Object.entries(body ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [value] : [name]));
  return texts.length === 0 || texts.some((text) => zeroing.test(text));
}
