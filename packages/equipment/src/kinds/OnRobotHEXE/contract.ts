import * as z from 'zod';
import {
  type ForceSensorLiveState,
  forceSensorLiveStateSchema,
  forceSensors,
} from '../../capabilities/force-sensor.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField } from '../../framework/fields.ts';

/** Nominal range, N and N·m. */
const forceRange = 200;
const torqueRange = 10;
export const zeroAction = 'zero';

/** Host, port and unit are OnRobot's factory settings of a compute box (Connectivity Guide). */
const configSchema = z.object({
  kind: z.literal('OnRobotHEXE'),
  name: nameField('HEX-E'),
  host: hostField('192.168.1.1'),
  port: portField(502),
  unitID: z
    .number()
    .int()
    .min(1)
    .max(247)
    .default(65)
    .meta({ label: 'Unit', help: '65 is the first device of a compute box' }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 2000),
  zeroTimeoutMS: millisecondsField(
    'Time to be at zero',
    1000,
    'A sensor that still reads a force by then is not zeroed',
  ),
});
export type OnRobotHEXEConfig = z.infer<typeof configSchema>;
export type OnRobotHEXELiveState = ForceSensorLiveState;

/** Mounted between the flange and the tool; the length and mass that it adds are entered at the tool. */
export const onRobotHEXEContract = defineContract({
  kind: 'OnRobotHEXE',
  label: 'HEX-E',
  description:
    'OnRobot HEX-E force and torque sensor between flange and tool, over Modbus TCP through its compute box. Pushing steps and conditions use its readings.',
  catalogue: { group: 'sensor', maker: 'OnRobot' },
  config: configSchema,
  liveState: forceSensorLiveStateSchema,
  capabilities: {
    forceSensor: () => ({ forceRange, torqueRange, zeroAction }),
    actions: () => ({
      sensorKind: 'modbusTCP',
      actions: [{ id: zeroAction, name: 'Zero', isWord: true }],
      sensors: forceSensors.map(({ id, name }) => ({ id, name })),
    }),
  },
  address: ({ host, port }) => ({ host, port }),
  sources: [
    "Registers: OnRobot's Connectivity Guide. That 1 in the first one sets the readings to zero is not said there in so many words: compare it with yours.",
    'Force and torque are in the frame of the sensor. In simulation that is the flange frame, and it feels what the tool of the simulated arm presses on.',
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobotHEXE' }) },
    {
      title: 'As the second device of a compute box',
      config: configSchema.parse({ kind: 'OnRobotHEXE', name: 'Wrist sensor', unitID: 66 }),
    },
  ],
});
