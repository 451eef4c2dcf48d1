import * as z from 'zod';
import { forceUnitSchema, linearUnitSchema } from './units.ts';

/** Grippers with a name in the robot API. Those without a driver in this product are reported as missing. */
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
export type WireGripperKind = z.infer<typeof gripperKindSchema>;

/** `internal` and `outward` grip from inside, `external` and `inward` from outside. */
const directionSchema = z.enum(['internal', 'external', 'inward', 'outward']);
const forceSchema = forceUnitSchema
  .refine(({ value }) => value >= 0, { path: ['value'], message: 'A force must not be negative' })
  .optional()
  .describe("0 or none: the gripper's usual force");

/** Command of a two-finger gripper. */
export const fingerCommandSchema = z.object({
  control_kind: z.enum(['move', 'force_grip']),
  target_grip_width: linearUnitSchema,
  grip_direction: directionSchema.default('internal'),
  target_force: forceSchema,
});

/**
 * Command of a three-finger gripper. A flexible grip is one with force: commands for the device do not differ
 * otherwise.
 */
export const roundCommandSchema = z.object({
  control_kind: z.enum(['move', 'force_grip', 'flexible_force_grip']),
  target_grip_diameter: linearUnitSchema,
  grip_direction: directionSchema.default('external'),
  target_force: forceSchema,
});

/** Command of a DH gripper: shares of its stroke, its maximum force and its maximum speed. */
export const dhCommandSchema = z.object({
  target_diameter: z.number().min(0).max(1).describe('0 is closed, 1 is open'),
  target_force: z.number().min(0).max(100).optional().describe('0.2 to 1; what is above 1 is taken as percent'),
  target_speed: z.number().min(0).max(1).optional(),
});

export const schunkCommandSchema = z.object({
  control_kind: z.enum(['move', 'force_grip']).default('move'),
  target_grip_width: linearUnitSchema,
});

export const screwdriverCommandSchema = z.object({
  command_kind: z.enum(['tighten', 'loosen', 'pickup', 'set_shank_position', 'stop']),
  target_force: z.number().default(20).describe('N'),
  target_torque: z.number().default(3).describe('Nm'),
  screw_length: z.number().default(15).describe('mm'),
  shank_position: z.number().default(30).describe('mm'),
});

export const gripperCommandBody = z.looseObject({
  kind: gripperKindSchema,
  onrobot_2fg7: fingerCommandSchema.optional(),
  onrobot_2fg14: fingerCommandSchema.optional(),
  onrobot_3fg15: roundCommandSchema.optional(),
  onrobot_screwdriver: screwdriverCommandSchema.optional(),
  dh_ag: dhCommandSchema.optional(),
  dh_pgc: dhCommandSchema.optional(),
  dh_cgi: dhCommandSchema.optional(),
  schunk_egx: schunkCommandSchema.optional(),
});
export type GripperCommandBody = z.infer<typeof gripperCommandBody>;

const gripKindSchema = z.enum(['internal', 'external']);

const fingersSchema = z.object({
  grip_kind: gripKindSchema,
  grip_detected: z.boolean(),
  width_outer: z
    .number()
    .optional()
    .describe(
      'm, over the fingertips; after a grip from inside exactly what was commanded, where the fingers are there',
    ),
  width_inner: z
    .number()
    .optional()
    .describe(
      'm, between the fingertips; after a grip from outside exactly what was commanded, where the fingers are there',
    ),
  min_width_outer: z.number(),
  max_width_outer: z.number(),
  min_width_inner: z.number(),
  max_width_inner: z.number(),
  force: z.number().optional().describe('N; of the last command'),
  max_force: z.number(),
});

const roundSchema = z.object({
  grip_kind: gripKindSchema,
  grip_detected: z.boolean(),
  diameter: z.number().optional().describe('m; what was commanded last, exactly, where the fingers are there'),
  target_force_newtons: z.number().optional(),
});

const dhSchema = z.object({
  diameter: z
    .number()
    .describe('0 is closed, 1 is open; what was commanded last, exactly, where the fingers are there'),
  grip_detected: z.boolean(),
  force: z.number().optional().describe('Of the last command, 0 to 1'),
});

const schunkSchema = z.object({
  grip_detected: z.boolean(),
  width: z.number().optional().describe('m'),
});

const screwdriverSchema = z.object({
  shank_position: z.number().optional().describe('mm'),
  current_torque: z.number().optional().describe('Nm'),
  achieved_torque: z.number().optional().describe('Nm; of the last tightening'),
});

export const gripperConfigurationSchema = z.object({
  kind: gripperKindSchema,
  onrobot_2fg7: fingersSchema.optional(),
  onrobot_2fg14: fingersSchema.optional(),
  onrobot_3fg15: roundSchema.optional(),
  onrobot_screwdriver: screwdriverSchema.optional(),
  dh_ag: dhSchema.optional(),
  dh_pgc: dhSchema.optional(),
  dh_cgi: dhSchema.optional(),
  schunk_egx: schunkSchema.optional(),
});
export type GripperConfiguration = z.infer<typeof gripperConfigurationSchema>;
