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
    summary: 'How fast and how hard the arm may move, from the next move on; undoes setJerkLimit',
  },
  setJerkLimit: {
    payload: z.strictObject({ jerkLimit: jerkLimitSchema.nullable() }),
    result: z.object({ speedProfile: activeSpeedProfileSchema }),
    control: 'lease',
    summary: "Jerk limit of all joints, rad/s³, in place of the profile's, from the next move on; null: the profile's",
  },
  getGlobalSpeedLimits: {
    payload: none,
    result: z.object({ arm: speedLimitsSchema, active: speedLimitsSchema }),
    control: 'none',
    summary: 'What the arm allows, and what the active speed profile leaves of it',
  },
  executeDeviceCommand: {
    payload: z.strictObject({
      equipmentID: idSchema,
      capability: z.string().min(1).max(100).optional().describe('Needed only where the device has more than one'),
      command: z
        .unknown()
        .describe(
          'A command of what the device can do, as in packages/equipment; { action: "STOP" } ends those under way',
        ),
    }),
    result: z.object({ capability: z.string(), outcome: z.unknown() }),
    control: 'lease',
    summary: 'One command to a device, by what the device can do; not while a routine plays. A stop ends it',
  },
  setLEDPattern: {
    payload: z.strictObject({ pattern: ledPatternSchema }),
    result: none,
    control: 'lease',
    summary: 'Colours of the 48 LEDs of the ring, 0 to 255 for red, green and blue',
  },
  unbrakeJoint: {
    payload: z.strictObject({ joint: z.number().int().min(0).max(5), isUnbraked: z.boolean().default(true) }),
    result: z.object({ unbrakedJoints: z.array(z.number()) }),
    control: 'lease',
    summary:
      'Release the brake of one joint while the arm stands on the others, to free what it holds. Support the arm',
  },
  getAntigravityConfigs: {
    payload: none,
    result: antigravityConfigSchema,
    control: 'none',
    summary: 'How the joints give way to a hand in guided mode',
  },
  setAntigravityConfigs: {
    payload: antigravityConfigSchema,
    result: antigravityConfigSchema,
    control: 'lease',
    summary: 'Let each joint give way to a hand in guided mode or not, and how fast, rad/s; from the next push on',
  },
  setForceRecoveryMode: {
    payload: z.strictObject({ isEnabled: z.boolean() }),
    result: z.object({ isEnabled: z.boolean() }),
    control: 'lease',
    summary:
      'In Failure: take the way out of a contact (a slow held jog that only leads away), whatever the failure was',
  },
  setROSControlEnabled: {
    payload: z.strictObject({ isEnabled: z.boolean() }),
    result: z.object({ isEnabled: z.boolean() }),
    control: 'lease',
    summary:
      'Leave the arm to ROS, or take it back: with a ROS bridge nothing else moves it meanwhile. Needs released brakes',
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
        .describe('Torque of a contact, N·m, or way beyond a limit, rad; 0: usual'),
    }),
    result: none,
    control: 'none',
    summary: 'Make a simulated robot or twin suffer what only hardware does, to try the way out of it',
  },
  setContactSurfaces: {
    payload: contactSurfacesSchema,
    result: contactSurfacesSchema,
    control: 'none',
    summary: 'What the tool of a simulated robot or twin can press on, in place of what was there: planes and boxes',
  },
  getContactSurfaces: {
    payload: none,
    result: contactSurfacesSchema,
    control: 'none',
    summary: 'What the tool of a simulated robot or twin can press on',
  },
} as const;
