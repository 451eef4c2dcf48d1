import * as z from 'zod';
import {
  type ScrewdriverDescription,
  type ScrewdriverLiveState,
  screwdriverLiveStateSchema,
} from '../../capabilities/screwdriver.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, metersField, millisecondsField, nameField, portField } from '../../framework/fields.ts';

/** Host, port and unit are OnRobot's factory settings of a compute box (Connectivity Guide). */
const configSchema = z.object({
  kind: z.literal('OnRobotScrewdriver'),
  name: nameField('Screwdriver'),
  host: hostField('192.168.1.1'),
  port: portField(502),
  unitID: z
    .number()
    .int()
    .min(1)
    .max(247)
    .default(65)
    .meta({ label: 'Unit', help: '65 is the first tool of a compute box' }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 10_000),
  motionTimeoutMS: millisecondsField(
    'Time to end a motion',
    9000,
    'A screw that is not in or out by then has failed, and the screwdriver is stopped',
  ),
  tcpDistance: metersField('Flange to bit', 0.19, 'Along the axis of the flange, to the tip of the bit'),
});
export type OnRobotScrewdriverConfig = z.infer<typeof configSchema>;
export type OnRobotScrewdriverLiveState = ScrewdriverLiveState;

/** From OnRobot's data sheet of the Screwdriver: kg and m. */
const massKg = 2.5;
const housing = { width: 0.086, depth: 0.114, length: 0.308 } as const;

const description: ScrewdriverDescription = {
  forceRange: { minimum: 18, maximum: 30 },
  screwLengthRange: { minimum: 0, maximum: 0.035 },
  torqueRange: { minimum: 0.1, maximum: 5 },
  shankRange: { minimum: -0.005, maximum: 0.06 },
};

export const onRobotScrewdriverContract = defineContract({
  kind: 'OnRobotScrewdriver',
  label: 'Screwdriver',
  description:
    'OnRobot Screwdriver: drives screws by torque, with a shank of its own, over Modbus TCP through its compute box.',
  catalogue: { group: 'tool', maker: 'OnRobot' },
  config: configSchema,
  liveState: screwdriverLiveStateSchema,
  capabilities: { screwdriver: (_config: OnRobotScrewdriverConfig) => description },
  tool: describeTool,
  address: ({ host, port }) => ({ host, port }),
  sources: [
    'Registers: public Modbus clients; compare them with the Connectivity Guide of the firmware before a real device is commanded for the first time.',
    "Results: OnRobot's user manual.",
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobotScrewdriver' }) },
    {
      title: 'With a long bit, on the second port of its compute box',
      config: configSchema.parse({ kind: 'OnRobotScrewdriver', unitID: 66, tcpDistance: 0.24 }),
    },
  ],
});

/** It is mounted across the flange: its longest side is at right angles to the axis of the bit. */
function describeTool({ tcpDistance }: OnRobotScrewdriverConfig): ToolDescription {
  const pose = { x: 0, y: 0, z: housing.depth / 2, i: 0, j: 0, k: 0, w: 1 };
  return {
    tcp: { ...pose, z: tcpDistance },
    massKg,
    centreOfGravity: [0, 0, housing.depth / 2],
    collisionBoxes: [{ pose, size: [housing.length, housing.width, housing.depth] }],
  };
}
