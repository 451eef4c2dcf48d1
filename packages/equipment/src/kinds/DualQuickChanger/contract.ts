import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { composePoses, makePose, type Pose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import * as z from 'zod';
import type { ToolDescription, ToolEnd } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { metersField, nameField } from '../../framework/fields.ts';
import { noAddress } from '../../framework/passive-address.ts';

/** A configuration names tools by the id of their device; empty means no tool. */
const toolField = (label: string) => z.string().max(100).default('').meta({ label, control: 'tool' });
const angleField = (label: string, fallback: number, help: string) =>
  z.number().min(-360).max(360).default(fallback).meta({ label, unit: '°', help });

const configSchema = z
  .object({
    kind: z.literal('DualQuickChanger'),
    name: nameField('Dual quick changer'),
    tool1ID: toolField('Tool on end 1'),
    tool2ID: toolField('Tool on end 2'),
    tilt: angleField('Tilt of each end', 60, 'Between the axis of the flange and that of an end'),
    turn: angleField('Turn on the flange', 0, 'About the axis of the flange; at 0 end 1 leans towards x of the flange'),
    endDistance: metersField('Flange to the ends', 0.06, 'Along the axis of the flange'),
    endOffset: metersField('Axis to each end', 0.05, 'From the axis of the flange to the middle of an end'),
    mass: z.number().positive().max(30).default(0.41).meta({ label: 'Mass', unit: 'kg', help: 'Without its tools' }),
    bodyWidth: metersField('Width of the body', 0.075, 'Of the box in which the changer is, across its two ends'),
  })
  .refine(({ tool1ID, tool2ID }) => tool1ID === '' || tool1ID !== tool2ID, {
    path: ['tool2ID'],
    message: 'A tool can be mounted on one end only. Choose another, or none',
  });
export type DualQuickChangerConfig = z.infer<typeof configSchema>;

/**
 * Two tools on one flange, each leaning to its side. Nothing is connected to it: the active end is chosen, not
 * switched.
 */
export const dualQuickChangerContract = defineContract({
  kind: 'DualQuickChanger',
  label: 'Dual quick changer',
  description:
    'Two tools on one flange, each on its own tilted end. The tool on the active end provides the TCP. Moves name the ends ee-1 and ee-2.',
  catalogue: { group: 'tool' },
  config: configSchema,
  liveState: equipmentLiveStateSchema,
  capabilities: {},
  tool: describeChanger,
  ends: listEnds,
  address: () => noAddress,
  examples: [
    { title: 'Without tools', config: configSchema.parse({ kind: 'DualQuickChanger' }) },
    {
      title: 'A gripper and a screwdriver',
      config: configSchema.parse({
        kind: 'DualQuickChanger',
        name: 'Grip and screw',
        tool1ID: 'equipment_gripper',
        tool2ID: 'equipment_screwdriver',
        turn: 90,
      }),
    },
  ],
  sources: [
    'The tilt is that of the specification. Mass, distances and width are those of a common bracket of this kind and were not checked: measure yours.',
  ],
});

/** End 2 is end 1 after half a turn of the last joint. */
function listEnds({ tool1ID, tool2ID, ...mounting }: DualQuickChangerConfig): readonly ToolEnd[] {
  return [
    { end: 1, mount: mountOf(mounting, 0), toolID: tool1ID || undefined },
    { end: 2, mount: mountOf(mounting, 180), toolID: tool2ID || undefined },
  ];
}

type Mounting = Pick<DualQuickChangerConfig, 'tilt' | 'turn' | 'endDistance' | 'endOffset'>;

function mountOf({ tilt, turn, endDistance, endOffset }: Mounting, side: number): Pose {
  const about = makePose([0, 0, 0], quaternionFromEulerDegrees([0, 0, turn + side]));
  return composePoses(about, makePose([endOffset, 0, endDistance], quaternionFromEulerDegrees([0, tilt, 0])));
}

/** Describes the bracket alone, with the TCP of an empty end 1. */
function describeChanger(config: DualQuickChangerConfig): ToolDescription {
  const { turn, endDistance, endOffset, mass, bodyWidth } = config;
  const middle = makePose([0, 0, endDistance / 2], quaternionFromEulerDegrees([0, 0, turn]));
  const boxes = [{ pose: middle, size: [2 * endOffset + bodyWidth / 2, bodyWidth, endDistance] as const }];
  return {
    tcp: mountOf(config, 0),
    massKg: mass,
    centreOfGravity: [0, 0, endDistance / 2],
    // A bracket without dimensions has no box.
    collisionBoxes: boxes.filter(({ size }) => size.every((length) => length > 0)),
  };
}
