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

/**
 * Mass, speed and housing as published for the 2FG14. Force and speed are accepted from 0.16 of their maximum, as
 * existing clients send them; the device takes no more than 1.
 */
export const model: TwoFingerModel = { massKg: 1.5, housingSide: 0.17, smallestFraction: 0.16, highestSpeed: 0.45 };

/**
 * Stroke (50 mm) and maximum force as published. The range includes all widths that existing clients command (0.07 to
 * 0.11 m).
 */
const fields = twoFingerFields({
  name: '2FG14',
  minimumWidth: 0.06,
  maximumWidth: 0.11,
  maximumForce: 280,
  tcpDistance: 0.2,
});
const configSchema = z
  .object({ kind: z.literal('OnRobot2FG14'), ...fields })
  .refine(areWidthsInOrder, widthsNotInOrder);

export const onRobot2FG14Contract = defineContract({
  kind: 'OnRobot2FG14',
  label: '2FG14',
  description:
    'OnRobot 2FG14 parallel gripper: two fingers for heavier parts, over Modbus TCP through its compute box.',
  catalogue: { group: 'gripper', maker: 'OnRobot' },
  config: configSchema,
  liveState: fingerLiveStateSchema,
  capabilities: { gripper: (config) => describeTwoFingers(config, model) },
  tool: (config) => describeTwoFingerTool(config, model),
  address: ({ host, port }) => ({ host, port }),
  sources: [
    "Registers: OnRobot's Connectivity Guide, Modbus registers of the 2FG.",
    'Largest force, stroke, mass, speed and size: as published for the 2FG14, not checked against a device. Widths: those that existing clients command, 70 to 110 mm.',
  ],
  examples: [
    { title: 'As delivered', config: configSchema.parse({ kind: 'OnRobot2FG14' }) },
    {
      title: 'Fingers mounted inward, with a part to grip in simulation',
      config: configSchema.parse({
        kind: 'OnRobot2FG14',
        minimumWidth: 0.005,
        maximumWidth: 0.055,
        simulatedPartWidth: 0.03,
      }),
    },
  ],
});
