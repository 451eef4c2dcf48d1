import * as z from 'zod';
import { jointCount } from './robot.ts';

/** Compliance of one joint in guided mode. */
export const antigravityJointSchema = z.object({
  isEnabled: z.boolean().describe('False: the joint stays where it is'),
  maxSpeed: z
    .number()
    .min(0.01)
    .max(7)
    .nullable()
    .default(null)
    .describe("rad/s, 0.01 to 7; null: what guided mode allows of the joint's own"),
});
export const antigravityConfigSchema = z.object({
  joints: z.array(antigravityJointSchema).length(jointCount, `Give one for each of the ${jointCount} joints`),
});
export type AntigravityConfig = z.infer<typeof antigravityConfigSchema>;

/** Every joint is compliant. */
export const defaultAntigravityConfig: AntigravityConfig = {
  joints: Array.from({ length: jointCount }, () => ({ isEnabled: true, maxSpeed: null })),
};
