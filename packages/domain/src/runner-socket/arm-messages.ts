import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { antigravityConfigSchema } from '../robot/antigravity.ts';
import { ledPatternSchema } from '../robot/led-ring.ts';
import { simulatedFaultSchema } from '../robot/simulated-fault.ts';
import { activeSpeedProfileSchema, jerkLimitSchema, speedLimitsSchema } from '../robot/speed-profile.ts';
import { contactSurfacesSchema } from '../space/contact-surface.ts';

const none = z.object({}).default({});

/** Messages of the runner socket for settings of the arm itself: its speed, brakes, LEDs and devices. */
export const armMessages = {
  changeRoutineSpeedProfile: {
    payload: z.strictObject({
      speedProfileID: idSchema.describe("A stored profile, or a preset: 'safest' to 'fastest'"),
    }),
    result: z.object({ speedProfile: activeSpeedProfileSchema }),
    control: 'lease',
    summary: 'Speed and force limits of the arm from the next move on; resets setJerkLimit',
  },
  setJerkLimit: {
    payload: z.strictObject({ jerkLimit: jerkLimitSchema.nullable() }),
    result: z.object({ speedProfile: activeSpeedProfileSchema }),
    control: 'lease',
    summary: 'Jerk limit of all joints, rad/s³, from the next move on; null: the limit of the profile',
  },
  getGlobalSpeedLimits: {
    payload: none,
    result: z.object({ arm: speedLimitsSchema, active: speedLimitsSchema }),
    control: 'none',
    summary: 'Limits of the arm, and limits of the active speed profile',
  },
  executeDeviceCommand: {
    payload: z.strictObject({
      equipmentID: idSchema,
      capability: z.string().min(1).max(100).optional().describe('Required only if the device has more than one'),
      command: z
        .unknown()
        .describe('A command of the capability, see packages/equipment; { action: "STOP" } ends running commands'),
    }),
    result: z.object({ capability: z.string(), outcome: z.unknown() }),
    control: 'lease',
    summary: 'Send a command to a device by capability; refused while a routine plays. A stop ends it',
  },
  runVisionMethod: {
    payload: z.strictObject({
      equipmentID: idSchema.optional().describe('A camera; default: the only enabled wrist camera'),
      method: z.string(),
      args: z.record(z.string(), z.unknown()).default({}),
    }),
    result: z.looseObject({ ok: z.boolean() }),
    control: 'none',
    summary: 'Run a vision method on the current picture of a camera; nothing found is an answer with an error code',
  },
  setLEDPattern: {
    payload: z.strictObject({ pattern: ledPatternSchema }),
    result: none,
    control: 'lease',
    summary: 'Set the colours of the 48 LEDs of the ring, 0 to 255 for red, green and blue',
  },
  unbrakeJoint: {
    payload: z.strictObject({ joint: z.number().int().min(0).max(5), isUnbraked: z.boolean().default(true) }),
    result: z.object({ unbrakedJoints: z.array(z.number()) }),
    control: 'lease',
    summary:
      'Release the brake of one joint while the others stay engaged, to free a trapped person or part. Support the arm',
  },
  getAntigravityConfigs: {
    payload: none,
    result: antigravityConfigSchema,
    control: 'none',
    summary: 'Compliance of the joints in guided mode',
  },
  setAntigravityConfigs: {
    payload: antigravityConfigSchema.strict(),
    result: antigravityConfigSchema,
    control: 'lease',
    summary: 'Set the compliance of each joint in guided mode and its maximum speed, rad/s; applies from the next push',
  },
  setForceRecoveryMode: {
    payload: z.strictObject({ isEnabled: z.boolean() }),
    result: z.object({ isEnabled: z.boolean() }),
    control: 'lease',
    summary: 'In Failure: move out of a contact with a slow held jog that only leads away, whatever the failure was',
  },
  setROSControlEnabled: {
    payload: z.strictObject({ isEnabled: z.boolean() }),
    result: z.object({ isEnabled: z.boolean() }),
    control: 'lease',
    summary:
      'Hand control of the arm to ROS, or take it back. With a ROS bridge nothing else can move the arm meanwhile. Needs released brakes',
  },
  injectFault: {
    payload: z.strictObject({
      fault: simulatedFaultSchema,
      joint: z.number().int().min(0).max(5).default(0),
      size: z
        .number()
        .min(-500)
        .max(500)
        .default(0)
        .describe('Torque of a contact, N·m, or distance beyond a limit, rad; 0: default'),
    }),
    result: none,
    control: 'none',
    summary: 'Simulate a hardware fault of a simulated robot or twin, to try the recovery',
  },
  setContactSurfaces: {
    payload: contactSurfacesSchema.strict(),
    result: contactSurfacesSchema,
    control: 'none',
    summary: 'Replace the surfaces that the tool of a simulated robot or twin can press on: planes and boxes',
  },
  getContactSurfaces: {
    payload: none,
    result: contactSurfacesSchema,
    control: 'none',
    summary: 'Get the surfaces that the tool of a simulated robot or twin can press on',
  },
} as const;
