import { z } from 'zod';
import { type GripperDescription, gripperLiveStateSchema } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, metersField, millisecondsField, nameField, portField } from '../../framework/fields.ts';

/**
 * Where the defaults come from: host, port and unit are how OnRobot delivers a compute box (Connectivity Guide); the
 * largest force is of the data sheet. The widths hold every width that existing clients command (0.047 to 0.085 m): with
 * one mounting of its fingers a gripper reaches a part of them.
 */
const configSchema = z
  .object({
    kind: z.literal('OnRobot2FG7'),
    name: nameField('2FG7'),
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
    timeoutMS: millisecondsField('Time to answer, and to end a motion', 10_000),
    minimumWidth: metersField(
      'Smallest width',
      0.035,
      'Between the fingertips; depends on how the fingers are mounted and on the fingertips',
    ),
    maximumWidth: metersField('Largest width', 0.085, 'Between the fingertips'),
    fingertipWidth: metersField(
      'Both fingertips together',
      0.01,
      'What a grip from inside is wider than the gap between the fingertips',
    ),
    maximumForce: z.number().positive().max(1000).default(140).meta({ label: 'Largest force', unit: 'N' }),
    tcpDistance: metersField('Flange to fingertips', 0.18, 'Along the axis of the flange, to the middle of the grip'),
    simulatedPartWidth: metersField(
      'Part in the simulator',
      0,
      'Width of a part between the simulated fingers; 0: none',
    ),
  })
  .refine((config) => config.minimumWidth < config.maximumWidth, {
    path: ['maximumWidth'],
    message: 'The largest width must be above the smallest',
  });
export type OnRobot2FG7Config = z.infer<typeof configSchema>;

const liveStateSchema = gripperLiveStateSchema.extend({
  /** Between the fingertips, metres. */
  externalWidthMeters: z.number().optional(),
  /** Over the fingertips, metres. */
  internalWidthMeters: z.number().optional(),
});
export type OnRobot2FG7LiveState = z.infer<typeof liveStateSchema>;

/** Housing with its quick changer: the gripper box of the arm's published description, ahead of the flange. */
const housing = { centre: 0.0785, depth: 0.1565, side: 0.1446 } as const;
const fingerThickness = 0.02;
const fingerBreadth = 0.03;
/** Of OnRobot's data sheet of the 2FG7. */
const massKg = 1.1;
/** Force and speed are accepted from this fraction of their maximum, as existing clients send them. */
const smallestFraction = 0.1;

export const onRobot2FG7Contract = defineContract({
  kind: 'OnRobot2FG7',
  label: '2FG7',
  description: 'OnRobot 2FG7 parallel gripper: two fingers, over Modbus TCP through its compute box.',
  config: configSchema,
  liveState: liveStateSchema,
  capabilities: { gripper: describeGripper },
  tool: describeTool,
  address: ({ host, port }) => ({ host, port }),
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobot2FG7' }) },
    {
      title: 'Second gripper of a box, with a part to grip in simulation',
      config: configSchema.parse({
        kind: 'OnRobot2FG7',
        name: 'Left 2FG7',
        host: 'compute-box.local',
        unitID: 66,
        simulatedPartWidth: 0.05,
      }),
    },
  ],
});

function describeGripper(config: OnRobot2FG7Config): GripperDescription {
  const { minimumWidth, maximumWidth, fingertipWidth, maximumForce } = config;
  return {
    widthRange: {
      inward: { minimum: minimumWidth, maximum: maximumWidth },
      outward: { minimum: minimumWidth + fingertipWidth, maximum: maximumWidth + fingertipWidth },
    },
    forceRange: { minimum: smallestFraction * maximumForce, maximum: maximumForce },
    speedFractionRange: { minimum: smallestFraction, maximum: 1 },
  };
}

function describeTool(config: OnRobot2FG7Config): ToolDescription {
  return {
    tcp: poseAhead(0, config.tcpDistance),
    massKg,
    centreOfGravity: [0, 0, housing.centre],
    collisionBoxes: [
      { pose: poseAhead(0, housing.centre), size: [housing.side, housing.side, housing.depth] },
      ...describeFingers(config),
    ],
  };
}

/** The fingers at their widest, from the housing to the fingertips; they open along y. */
function describeFingers({ maximumWidth, tcpDistance }: OnRobot2FG7Config): ToolDescription['collisionBoxes'] {
  const front = housing.centre + housing.depth / 2;
  const length = tcpDistance - front;
  if (length <= 0) return [];
  const y = (maximumWidth + fingerThickness) / 2;
  const size = [fingerBreadth, fingerThickness, length] as const;
  return [y, -y].map((side) => ({ pose: poseAhead(side, front + length / 2), size }));
}

function poseAhead(y: number, z: number) {
  return { x: 0, y, z, i: 0, j: 0, k: 0, w: 1 };
}
