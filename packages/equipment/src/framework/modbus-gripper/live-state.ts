import * as z from 'zod';
import { gripperLiveStateSchema } from '../../capabilities/gripper.ts';

/** Live state of grippers with fingers; for round ones each width is a diameter. */
export const fingerLiveStateSchema = gripperLiveStateSchema.extend({
  /** Between the fingertips, metres. */
  externalWidthMeters: z.number().optional(),
  /** Over the fingertips, metres. */
  internalWidthMeters: z.number().optional(),
});
export type GripperLiveState = z.infer<typeof fingerLiveStateSchema>;
