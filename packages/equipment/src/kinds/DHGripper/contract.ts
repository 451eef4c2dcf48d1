import * as z from 'zod';
import type { GripperDescription } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { metersField } from '../../framework/fields.ts';
import {
  fingertipWidthField,
  modbusGripperFields,
  simulatedPartField,
  tcpDistanceField,
} from '../../framework/gripper-fields.ts';
import { describeGripperTool, rangesOfFingers } from '../../framework/gripper-tool.ts';
import { fingerLiveStateSchema } from '../../framework/modbus-gripper/live-state.ts';
import { modelNames, models } from './contract-models.ts';

const configSchema = z.object({
  kind: z.literal('DHGripper'),
  model: z.enum(modelNames).default('AG-95').meta({ label: 'Model', help: 'Determines stroke, speed, mass and size' }),
  ...modbusGripperFields('DH gripper', '192.168.1.1', {
    fallback: 1,
    help: 'Behind a gateway from Modbus TCP to RTU; factory setting of DH: 1',
  }),
  closedWidth: metersField('Width when closed', 0, 'Between the fingertips, added to the closed width of the model'),
  fingertipWidth: fingertipWidthField(0.02),
  tcpDistance: tcpDistanceField(0.2),
  simulatedPartWidth: simulatedPartField(),
});
export type DHGripperConfig = z.infer<typeof configSchema>;

export const dhGripperContract = defineContract({
  kind: 'DHGripper',
  label: 'DH',
  description:
    'DH-Robotics grippers of the series AG, PGC and CGI, over Modbus through a gateway. Their force is a fraction of the maximum.',
  catalogue: { group: 'gripper', maker: 'DH-Robotics' },
  config: configSchema,
  liveState: fingerLiveStateSchema,
  capabilities: { gripper: describeDHGripper },
  tool: describeTool,
  address: ({ host, port }) => ({ host, port }),
  sources: [
    'Registers: short manuals of the AG, PGC and CGI series, Modbus-RTU.',
    'Stroke, speed, mass and size of each model: as published, rounded; not checked against devices.',
    'There is no command to stop: the gripper is sent where it is.',
  ],
  examples: [
    { title: 'AG-95 as delivered', config: configSchema.parse({ kind: 'DHGripper' }) },
    {
      title: 'PGC-140-50 with a part to grip in simulation',
      config: configSchema.parse({ kind: 'DHGripper', name: 'PGC', model: 'PGC-140-50', simulatedPartWidth: 0.02 }),
    },
    {
      title: 'CGI-100-170, three fingers around a round part',
      config: configSchema.parse({ kind: 'DHGripper', name: 'CGI', model: 'CGI-100-170', simulatedPartWidth: 0.08 }),
    },
  ],
});

/** Returns its width when closed and when open, metres between the fingertips. */
export function widthsOf({ model, closedWidth }: DHGripperConfig): { minimum: number; maximum: number } {
  const { smallest, stroke } = models[model];
  return { minimum: closedWidth + smallest, maximum: closedWidth + smallest + stroke };
}

/** The force is a fraction: newtons of a DH gripper depend on its fingers and on the part. */
export function describeDHGripper(config: DHGripperConfig): GripperDescription {
  const { minimum, maximum } = widthsOf(config);
  return {
    opening: models[config.model].fingers === 3 ? 'diameter' : 'width',
    widthRange: rangesOfFingers(minimum, maximum, config.fingertipWidth),
    forceFractionRange: { minimum: 0.2, maximum: 1 },
    speedFractionRange: { minimum: 0, maximum: 1 },
  };
}

function describeTool(config: DHGripperConfig): ToolDescription {
  const { massKg, fingers, size } = models[config.model];
  return describeGripperTool({
    massKg,
    housing: { width: size[0], breadth: size[1], length: size[2], start: 0 },
    fingers: { count: fingers, thickness: 0.015, breadth: 0.025 },
    maximumWidth: widthsOf(config).maximum,
    tcpDistance: config.tcpDistance,
  });
}
