import * as z from 'zod';
import { defineContract } from '../../framework/contract.ts';
import { areWidthsInOrder, widthsNotInOrder } from '../../framework/gripper-fields.ts';
import { fingerLiveStateSchema } from '../../framework/modbus-gripper/live-state.ts';
import {
  describeTwoFingers,
  describeTwoFingerTool,
  type TwoFingerModel,
  twoFingerFields,
} from '../../framework/onrobot-2fg/contract.ts';

/** Mass and speed from OnRobot's data sheet of the 2FG7; the fraction is the minimum that existing clients send. */
export const model: TwoFingerModel = { massKg: 1.1, housingSide: 0.1446, smallestFraction: 0.1, highestSpeed: 0.45 };

/**
 * Maximum force from OnRobot's data sheet. The range includes every width that existing clients command (0.047 to 0.085
 * m).
 */
const fields = twoFingerFields({
  name: '2FG7',
  minimumWidth: 0.035,
  maximumWidth: 0.085,
  maximumForce: 140,
  tcpDistance: 0.18,
});
const configSchema = z.object({ kind: z.literal('OnRobot2FG7'), ...fields }).refine(areWidthsInOrder, widthsNotInOrder);

export const onRobot2FG7Contract = defineContract({
  kind: 'OnRobot2FG7',
  label: '2FG7',
  description: 'OnRobot 2FG7 parallel gripper: two fingers, over Modbus TCP through its compute box.',
  catalogue: { group: 'gripper', maker: 'OnRobot' },
  config: configSchema,
  liveState: fingerLiveStateSchema,
  capabilities: { gripper: (config) => describeTwoFingers(config, model) },
  tool: (config) => describeTwoFingerTool(config, model),
  address: ({ host, port }) => ({ host, port }),
  sources: [
    "Registers: OnRobot's Connectivity Guide, Modbus registers of the 2FG.",
    'Largest force, mass and speed: data sheet of the 2FG7. Widths: those that existing clients command, 47 to 85 mm.',
  ],
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
