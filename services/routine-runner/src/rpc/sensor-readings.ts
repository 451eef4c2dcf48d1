import { actionsLiveStateSchema, findNamed } from '@cellwright/equipment/capabilities';
import type { Evaluation } from '@cellwright/steps/framework';

/** The level of a sensor in a device's live state. @param state as it came: of a device of any kind */
export function sensorIn(state: unknown, sensorID: string): Evaluation {
  const parsed = actionsLiveStateSchema.safeParse(state);
  if (!parsed.success) return unknown(sensorID, 'the device says nothing that can be read');
  const { connected, error, sensors } = parsed.data;
  if (!connected) return unknown(sensorID, error ?? 'the device has not answered yet');
  const sensor = findNamed(sensors, sensorID);
  if (!sensor) return unknown(sensorID, 'the device has no such sensor');
  const { value, problem = 'the device has not answered for it yet' } = sensor;
  return value === undefined ? unknown(sensor.name, problem) : { ok: true, value };
}

function unknown(name: string, why: string): Evaluation {
  return { ok: false, message: `The sensor ${name} cannot be read: ${why}` };
}
