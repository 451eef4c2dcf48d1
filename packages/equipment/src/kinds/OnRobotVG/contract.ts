import * as z from 'zod';
import type { ToolDescription } from '../../capabilities/tool.ts';
import {
  type VacuumDescription,
  type VacuumLiveState,
  vacuumChannels,
  vacuumLiveStateSchema,
} from '../../capabilities/vacuum.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, metersField, millisecondsField, nameField, portField } from '../../framework/fields.ts';

/** Masses and sizes from OnRobot's data sheets, m and kg: housing with its quick changer, without the cups. */
const models = {
  VG10: { massKg: 1.62, side: 0.146, depth: 0.105 },
  VGC10: { massKg: 0.814, side: 0.1, depth: 0.101 },
} as const;

/** Host, port and unit are OnRobot's factory settings of a compute box (Connectivity Guide). */
const configSchema = z.object({
  kind: z.literal('OnRobotVG'),
  name: nameField('Vacuum gripper'),
  model: z.enum(['VG10', 'VGC10']).default('VG10').meta({ label: 'Model' }),
  host: hostField('192.168.1.1'),
  port: portField(502),
  unitID: z
    .number()
    .int()
    .min(1)
    .max(247)
    .default(65)
    .meta({ label: 'Unit', help: '65 is the first gripper of a compute box' }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 10_000),
  gripTimeoutMS: millisecondsField('Time to reach the vacuum', 3000, 'A grip without the vacuum by then has failed'),
  vacuumRegister: z
    .number()
    .int()
    .min(0)
    .max(65_534)
    .default(258)
    .meta({ label: 'Register of the vacuum', help: 'Of channel A, 0-based; 258, or 18 with some firmware' }),
  maximumSuction: z
    .number()
    .min(0.05)
    .max(1)
    .default(0.8)
    .meta({ label: 'Largest vacuum', unit: '0–1', help: 'The manufacturer allows at most 0.8' }),
  tcpDistance: metersField('Flange to cups', 0.13, 'Along the axis of the flange, to the lips of the cups'),
  simulatedPart: z
    .boolean()
    .default(true)
    .meta({ label: 'Part in the simulator', help: 'A part is under the cups of both channels' }),
});
export type OnRobotVGConfig = z.infer<typeof configSchema>;
export type OnRobotVGLiveState = VacuumLiveState;

export const onRobotVGContract = defineContract({
  kind: 'OnRobotVG',
  label: 'VG10 / VGC10',
  description:
    'OnRobot VG10 or VGC10 vacuum gripper: two channels of cups with their own pump, over Modbus TCP through its compute box.',
  catalogue: { group: 'gripper', maker: 'OnRobot' },
  config: configSchema,
  liveState: vacuumLiveStateSchema,
  capabilities: { vacuum: describeVacuum },
  tool: describeTool,
  address: ({ host, port }) => ({ host, port }),
  sources: [
    "Registers: OnRobot's Connectivity Guide; where the vacuum is read differs between firmwares and is a field.",
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobotVG' }) },
    {
      title: 'A VGC10 with older firmware, and nothing to grip in simulation',
      config: configSchema.parse({ kind: 'OnRobotVG', model: 'VGC10', vacuumRegister: 18, simulatedPart: false }),
    },
  ],
});

function describeVacuum({ maximumSuction }: OnRobotVGConfig): VacuumDescription {
  // Resolution of the register: whole percent.
  return { channels: vacuumChannels, suctionRange: { minimum: 0.01, maximum: maximumSuction } };
}

function describeTool({ model, tcpDistance }: OnRobotVGConfig): ToolDescription {
  const { massKg, side, depth } = models[model];
  const housing = { pose: poseAhead(depth / 2), size: [side, side, depth] } as const;
  const reach = tcpDistance - depth;
  const cups = { pose: poseAhead(depth + reach / 2), size: [side, side, reach] } as const;
  return {
    tcp: poseAhead(tcpDistance),
    massKg,
    centreOfGravity: [0, 0, depth / 2],
    collisionBoxes: reach > 0 ? [housing, cups] : [housing],
  };
}

function poseAhead(z: number) {
  return { x: 0, y: 0, z, i: 0, j: 0, k: 0, w: 1 };
}
