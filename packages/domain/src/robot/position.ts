import * as z from 'zod';
import { jointAnglesSchema } from './robot.ts';

/** Maximum deviation of the squared magnitude of a quaternion from 1. */
export const quaternionTolerance = 0.01;

const component = z
  .number()
  .min(-1, 'A quaternion component must be at least -1')
  .max(1, 'A quaternion component can be at most 1');

/** A pose on the wire: metres and a unit quaternion (i, j, k, w), in the REST base → REST tooltip frames. */
export const poseSchema = z
  .object({ x: z.number(), y: z.number(), z: z.number(), i: component, j: component, k: component, w: component })
  .refine(
    ({ i, j, k, w }) => Math.abs(i * i + j * j + k * k + w * w - 1) <= quaternionTolerance,
    'Quaternion has a non-unit magnitude',
  );
export type WirePose = z.infer<typeof poseSchema>;

/** 'auto' is allowed only where a schema says so; `ee-N` names the N-th end effector. */
export const tcpOptionSchema = z.union([
  z.enum(['wrist', 'wristCamera']),
  z.string().regex(/^ee-\d+$/, "The TCP option must be 'wrist', 'wristCamera' or 'ee-N'"),
]);
export const tcpOptionOrAutoSchema = z.union([z.literal('auto'), tcpOptionSchema]);

export const positionSchema = z.object({
  name: z.string().optional(),
  jointAngles: jointAnglesSchema.optional(),
  pose: poseSchema.optional(),
  tcpOption: tcpOptionOrAutoSchema.optional(),
  wristPose: poseSchema.optional(),
});
export type Position = z.infer<typeof positionSchema>;
