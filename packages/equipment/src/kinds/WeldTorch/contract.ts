import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { type Pose, quaternionFromAxisAngle } from '@cellwright/geometry';
import * as z from 'zod';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { metersField, nameField } from '../../framework/fields.ts';
import { noAddress } from '../../framework/passive-address.ts';

const configSchema = z.object({
  kind: z.literal('WeldTorch'),
  name: nameField('Weld torch'),
  tcpDistance: metersField('Flange to wire tip', 0.35, 'Along the flange axis'),
  tcpOffset: z
    .number()
    .min(-1)
    .max(1)
    .default(0.06)
    .meta({ label: 'Offset of the wire tip', unit: 'm', help: 'Across the flange axis, along its x axis' }),
  angle: z
    .number()
    .min(-1.57)
    .max(1.57)
    .default(0.38)
    .meta({ label: 'Torch angle', unit: 'rad', help: 'Between the wire and the flange axis, towards the x axis' }),
  mass: z.number().min(0).max(30).default(1.2).meta({ label: 'Mass', unit: 'kg' }),
  cableMass: z
    .number()
    .min(0)
    .max(30)
    .default(0.8)
    .meta({ label: 'Cable mass', unit: 'kg', help: 'Part of the cable that the arm carries' }),
  bodyWidth: metersField('Width of its box', 0.06, 'Of the box that holds the torch'),
});
export type WeldTorchConfig = z.infer<typeof configSchema>;

export const weldTorchContract = defineContract({
  kind: 'WeldTorch',
  label: 'Weld torch',
  description: 'A weld torch on the flange: its wire tip is the TCP, with the z axis along the wire.',
  catalogue: { group: 'tool' },
  config: configSchema,
  liveState: equipmentLiveStateSchema,
  capabilities: { torch: ({ angle }) => ({ angle }) },
  tool: describeTool,
  address: () => noAddress,
  sources: ['Sizes and masses are estimates of a torch for a robot of this size: measure yours.'],
  examples: [
    { title: 'A bent torch', config: configSchema.parse({ kind: 'WeldTorch' }) },
    {
      title: 'A straight torch',
      config: configSchema.parse({ kind: 'WeldTorch', name: 'Torch', tcpOffset: 0, angle: 0, tcpDistance: 0.3 }),
    },
  ],
});

function describeTool(config: WeldTorchConfig): ToolDescription {
  const { tcpDistance, tcpOffset, angle, mass, cableMass, bodyWidth } = config;
  const turn = quaternionFromAxisAngle([0, 1, 0], angle);
  const tcp: Pose = { x: tcpOffset, y: 0, z: tcpDistance, ...turn };
  // The box ends a little before the tip: the wire touches the workpiece.
  const depth = Math.max(0, tcpDistance - tipClearance);
  const isSolid = bodyWidth > 0 && depth > 0;
  return {
    tcp,
    massKg: mass + cableMass,
    centreOfGravity: [tcpOffset / 2, 0, tcpDistance / 2],
    collisionBoxes: isSolid
      ? [
          {
            pose: { x: 0, y: 0, z: depth / 2, i: 0, j: 0, k: 0, w: 1 },
            size: [bodyWidth, bodyWidth, depth],
          },
        ]
      : [],
  };
}

/** Distance between the box and the wire tip, m. */
const tipClearance = 0.12;
