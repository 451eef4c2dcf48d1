import { z } from 'zod';
import { forceUnitSchema, linearUnitSchema } from './units.ts';

/** Grippers that programs know by name. Those that this product has no driver for are answered that none is there. */
export const gripperKindSchema = z.enum([
  'onrobot_2fg7',
  'onrobot_2fg14',
  'onrobot_3fg15',
  'onrobot_screwdriver',
  'dh_ag',
  'dh_pgc',
  'dh_cgi',
  'schunk_egx',
  'robotiq_2f',
  'robotiq_epick',
  'none_connected',
]);

/** `internal` and `outward` grip from inside, `external` and `inward` from outside. */
const directionSchema = z.enum(['internal', 'external', 'inward', 'outward']);

/** The command of a gripper with two fingers. */
export const fingerCommandSchema = z.object({
  control_kind: z.enum(['move', 'force_grip']),
  target_grip_width: linearUnitSchema,
  grip_direction: directionSchema.default('internal'),
  target_force: forceUnitSchema.optional().describe("0 or none: the gripper's usual force"),
});
export type FingerCommand = z.infer<typeof fingerCommandSchema>;

export const gripperCommandBody = z.looseObject({
  kind: gripperKindSchema,
  onrobot_2fg7: fingerCommandSchema.optional(),
});
export type GripperCommandBody = z.infer<typeof gripperCommandBody>;

const fingersSchema = z.object({
  grip_kind: z.enum(['internal', 'external']),
  grip_detected: z.boolean(),
  width_outer: z.number().optional().describe('m; what was commanded last, exactly, where the fingers are there'),
  width_inner: z.number().optional(),
  min_width_outer: z.number(),
  max_width_outer: z.number(),
  min_width_inner: z.number(),
  max_width_inner: z.number(),
  force: z.number().optional().describe('N; of the last command'),
  max_force: z.number(),
});
export const gripperConfigurationSchema = z.object({
  kind: gripperKindSchema,
  onrobot_2fg7: fingersSchema.optional(),
});
export type FingersState = z.infer<typeof fingersSchema>;
export type GripperConfiguration = z.infer<typeof gripperConfigurationSchema>;
