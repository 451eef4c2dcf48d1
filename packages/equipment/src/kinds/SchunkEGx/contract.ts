import * as z from 'zod';
import type { GripperDescription } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { byteOrders } from '../../framework/double-words.ts';
import { metersField, portField } from '../../framework/fields.ts';
import {
  fingertipWidthField,
  modbusGripperFields,
  simulatedPartField,
  tcpDistanceField,
} from '../../framework/gripper-fields.ts';
import { describeGripperTool, rangesOfFingers } from '../../framework/gripper-tool.ts';
import { fingerLiveStateSchema } from '../../framework/modbus-gripper/live-state.ts';
import { variantNames, variants } from './contract-variants.ts';

const offsetField = (label: string, fallback: number, help: string) =>
  z.number().int().min(0).max(65_000).default(fallback).meta({ label, help });

const configSchema = z.object({
  kind: z.literal('SchunkEGx'),
  variant: z
    .enum(variantNames)
    .default('EGK-40')
    .meta({ label: 'Size', help: 'Determines stroke, speed, mass and size' }),
  ...modbusGripperFields('Schunk EGx', '192.168.1.1', {
    fallback: 12,
    help: 'Behind a gateway from Modbus TCP to RTU; factory setting of Schunk: 12',
  }),
  interface: z.enum(['modbus', 'http']).default('modbus').meta({
    label: 'Interface',
    help: 'modbus: through a gateway; http: the Ethernet variant, whose own pages are asked',
  }),
  httpPort: portField(80).meta({ label: 'Port of HTTP', help: 'Of the Ethernet variant' }),
  inputOffset: offsetField(
    'First register read',
    0x40,
    'Zero-based; subtract one for a one-based gateway. Over HTTP: the instance',
  ),
  outputOffset: offsetField('First register written', 0x48, 'Zero-based. Over HTTP: the instance'),
  byteOrder: z.enum(byteOrders).default('DCBA').meta({
    label: 'Byte order',
    help: 'Byte order of 32 bits in two registers, most significant byte A. Try another if the width is wrong',
  }),
  jawsInPosition: z
    .enum(['both', 'one'])
    .default('both')
    .meta({ label: 'Position reference', help: 'Both jaws: the gap; one jaw: its distance from the centre' }),
  closedWidth: metersField('Width when closed', 0, 'Between the fingertips, with the jaws together'),
  fingertipWidth: fingertipWidthField(0.02),
  tcpDistance: tcpDistanceField(0.2),
  simulatedPartWidth: simulatedPartField(),
});
export type SchunkEGxConfig = z.infer<typeof configSchema>;

export const schunkEGxContract = defineContract({
  kind: 'SchunkEGx',
  label: 'Schunk EGx',
  description:
    'Schunk EGU and EGK grippers, over Modbus through a gateway or, as the Ethernet variant, over HTTP. Their force is a fraction of the maximum; a grip closes until it contacts a part.',
  catalogue: { group: 'gripper', maker: 'Schunk' },
  config: configSchema,
  liveState: fingerLiveStateSchema,
  capabilities: { gripper: describeSchunk },
  tool: describeTool,
  address: ({ host, port, httpPort, interface: over }) => ({ host, port: over === 'http' ? httpPort : port }),
  sources: [
    "Frames and bits: Schunk's software manual of the EGU and EGK.",
    'Ethernet variant: GET /adi/data.json and POST /adi/update.json, with the frame of the manual as one value of instances 0x40 and 0x48; the form of the values is assumed.',
    'Byte order, what a position counts and the least force are assumed, and fields or documented limits for that reason.',
    'Stroke, speed, mass and size of each model: as published, rounded; not checked against devices.',
  ],
  examples: [
    { title: 'EGK 40 as delivered', config: configSchema.parse({ kind: 'SchunkEGx' }) },
    { title: 'EGK 40 with Ethernet', config: configSchema.parse({ kind: 'SchunkEGx', interface: 'http' }) },
    {
      title: 'EGU 60 with fingers that leave 10 mm, and a part to grip in simulation',
      config: configSchema.parse({
        kind: 'SchunkEGx',
        name: 'EGU',
        variant: 'EGU-60',
        closedWidth: 0.01,
        simulatedPartWidth: 0.05,
      }),
    },
  ],
});

/** From half its force on, a grip holds by itself; below that the manufacturer guarantees nothing. */
const smallestForceFraction = 0.5;

export function describeSchunk({ variant, closedWidth, fingertipWidth }: SchunkEGxConfig): GripperDescription {
  return {
    widthRange: rangesOfFingers(closedWidth, closedWidth + variants[variant].stroke, fingertipWidth),
    forceFractionRange: { minimum: smallestForceFraction, maximum: 1 },
    speedFractionRange: { minimum: 0.05, maximum: 1 },
  };
}

function describeTool({ variant, closedWidth, tcpDistance }: SchunkEGxConfig): ToolDescription {
  const { massKg, size, stroke } = variants[variant];
  return describeGripperTool({
    massKg,
    housing: { width: size[0], breadth: size[1], length: size[2], start: 0 },
    fingers: { count: 2, thickness: 0.015, breadth: 0.025 },
    maximumWidth: closedWidth + stroke,
    tcpDistance,
  });
}
