import * as z from 'zod';
import { poseSchema } from './position.ts';
import { jointAnglesSchema } from './robot.ts';

const pointSchema = z.tuple([z.number(), z.number(), z.number()]);

/** Housing of a link: every point within `radius` of the line between two points. World frame, m. */
const housingSchema = z.object({ from: pointSchema, to: pointSchema, radius: z.number() });

/** Current state of an arm, for displaying it. Poses are in the world frame. */
export const armViewSchema = z.object({
  jointAngles: jointAnglesSchema,
  /** The flange (tool0: z out of it). */
  flange: poseSchema,
  housings: z.array(housingSchema),
});
export type ArmView = z.infer<typeof armViewSchema>;
