import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { tcpOptionOrAutoSchema } from '../robot/position.ts';
import { jointCount } from '../robot/robot.ts';

/** Percentage of the arm's speed, 1–100. */
export const motionSpeedSchema = z.number().min(1).max(100);

/** True if a held motion ended because no heartbeat arrived in time, not because of a release or a stop. */
export const isLate = z.literal(true).optional();

/** Result of a manual motion. */
export const adHocResult = z.object({
  /** Success, Interrupted, or the reason of the failure. */
  result: z.string(),
  commandID: z.string(),
  /** Advice after a held motion was interrupted because its heartbeat stopped. */
  message: z.string().optional(),
  isLate,
});

/**
 * Fields of a held motion: it continues only while `holdHeartbeat` messages for its commandID arrive; the client
 * chooses the commandID.
 */
export const held = {
  commandID: idSchema.optional(),
  /** False for a program's move: at full speed, on a live robot only in control mode `api`. */
  isHeld: z.boolean().default(true),
  /** Maximum time between two heartbeats, ms; the default applies if absent. */
  heartbeatIntervalMS: z.number().int().min(1).max(60_000).optional(),
  motionSpeed: motionSpeedSchema.optional(),
  /**
   * Limits of a speed profile: rad/s and rad/s² of each joint, m/s at the tool. A held motion never exceeds 250 mm/s in
   * any case.
   */
  maxJointSpeeds: z.array(z.number().positive()).length(jointCount).optional(),
  maxJointAccelerations: z.array(z.number().positive()).length(jointCount).optional(),
  maxTooltipSpeed: z.number().positive().optional(),
  accelerationScaling: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('Fraction of the accelerations that these limits and the active speed profile allow'),
  mayAvoid: z.boolean().optional().describe('A joint move may go around obstacles; default: it goes straight'),
};

/** Messages of the runner socket that move the tool to boxes on pallets. */
export const boxingMessages = {
  moveToBoxingPosition: {
    payload: z.strictObject({
      palletBoxesID: idSchema.describe('The palletBoxes item of the loaded routine or of the cell'),
      palletBaseID: idSchema.optional().describe('The pallet, for a box or its approach'),
      layerIndex: z.number().optional().describe('From 1, bottom to top'),
      boxIndex: z.number().optional().describe('From 1, in the order of placing'),
      boxTypeID: idSchema.optional().describe('Item to pick up'),
      moveType: z.enum(['box', 'approach', 'pickup']).default('box'),
      motionKind: z.enum(['joint', 'line']).default('joint'),
      tcpOption: tcpOptionOrAutoSchema.default('auto'),
      ...held,
    }),
    result: adHocResult,
    control: 'lease',
    summary: 'Move the tool to a box on a pallet, to its approach position, or to the pick-up position',
  },
} as const;
