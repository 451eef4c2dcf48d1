import * as z from 'zod';
import type { GripperDescription } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { metersField } from '../../framework/fields.ts';
import {
  computeBoxFields,
  maximumForceField,
  simulatedPartField,
  tcpDistanceField,
} from '../../framework/gripper-fields.ts';
import { describeGripperTool, rangesOfFingers } from '../../framework/gripper-tool.ts';
import { fingerLiveStateSchema } from '../../framework/modbus-gripper/live-state.ts';

/** Diameters, force, mass and size as published for the 3FG15, with its original fingertips. */
const configSchema = z
  .object({
    kind: z.literal('OnRobot3FG15'),
    ...computeBoxFields('3FG15'),
    minimumDiameter: metersField(
      'Smallest diameter',
      0.004,
      'Of a part gripped from outside; depends on how the fingers are mounted and on the fingertips',
    ),
    maximumDiameter: metersField('Largest diameter', 0.152, 'Of a part gripped from outside'),
    fingertipDiameter: metersField(
      'Fingertips',
      0.025,
      'Difference of the diameters outside and between the fingertips',
    ),
    maximumForce: maximumForceField(240),
    tcpDistance: tcpDistanceField(0.2),
    simulatedPartWidth: simulatedPartField(),
  })
  .refine((config) => config.minimumDiameter < config.maximumDiameter, {
    path: ['maximumDiameter'],
    message: 'The maximum diameter must be above the minimum',
  });
export type OnRobot3FG15Config = z.infer<typeof configSchema>;

/** N; with less force the device does not hold a part. */
const smallestForce = 10;

export const onRobot3FG15Contract = defineContract({
  kind: 'OnRobot3FG15',
  label: '3FG15',
  description: 'OnRobot 3FG15 gripper: three fingers around a round part, over Modbus TCP through its compute box.',
  catalogue: { group: 'gripper', maker: 'OnRobot' },
  config: configSchema,
  liveState: fingerLiveStateSchema,
  capabilities: { gripper: describeThreeFingers },
  tool: describeTool,
  address: ({ host, port }) => ({ host, port }),
  sources: [
    "Registers: OnRobot's Connectivity Guide, Modbus registers of the 3FG15.",
    'Diameters, force, speed, mass and size: as published for the 3FG15, with its fingertips as delivered; not checked against a device.',
    'An internal grip counts the diameter over the fingertips, which is assumed to be the raw diameter and the fingertips.',
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobot3FG15' }) },
    {
      title: 'With a bar of 60 mm to grip in simulation',
      config: configSchema.parse({ kind: 'OnRobot3FG15', name: 'Lathe gripper', simulatedPartWidth: 0.06 }),
    },
  ],
});

/** No speed: the device has no speed command. */
export function describeThreeFingers(config: OnRobot3FG15Config): GripperDescription {
  return {
    opening: 'diameter',
    widthRange: rangesOfFingers(config.minimumDiameter, config.maximumDiameter, config.fingertipDiameter),
    forceRange: { minimum: Math.min(smallestForce, config.maximumForce), maximum: config.maximumForce },
  };
}

function describeTool({ maximumDiameter, tcpDistance }: OnRobot3FG15Config): ToolDescription {
  return describeGripperTool({
    massKg: 1.15,
    housing: { width: 0.158, breadth: 0.158, length: 0.12, start: 0 },
    fingers: { count: 3, thickness: 0.02, breadth: 0.03 },
    maximumWidth: maximumDiameter,
    tcpDistance,
  });
}
