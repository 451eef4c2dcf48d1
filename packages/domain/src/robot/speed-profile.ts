import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { jointCount } from './robot.ts';

export const speedPresets = ['none', 'safest', 'safer', 'default', 'faster', 'fastest'] as const;
export const speedPresetSchema = z.enum(speedPresets);

const joints = (what: string, unit: string, most: number) =>
  z
    .array(z.number().positive().max(most))
    .length(jointCount, `Give one value for each of the ${jointCount} joints`)
    .describe(`${what} of J0 to J5, ${unit}, up to ${most}`);
const scale = (what: string) => z.number().min(0.01).max(1).describe(`${what}, a fraction, 0.01 to 1`);

export const jerkLimitSchema = z.number().positive().max(10_000).describe('rad/s³, up to 10000');

/** Motion limits of a routine. */
export const speedProfileSchema = z.object({
  id: idSchema,
  name: z.string().trim().min(1, 'Name is required').max(200),
  factoryPreset: speedPresetSchema.describe("'none' for a custom profile"),
  maxJointSpeeds: joints('Largest speeds', 'rad/s', 12),
  maxTooltipSpeed: z.number().positive().max(5).describe('m/s, up to 5'),
  maxTooltipAcceleration: z
    .number()
    .positive()
    .max(50)
    .nullable()
    .describe('m/s², up to 50; null: only the joints limit it'),
  maxJointAccelerations: joints('Largest accelerations', 'rad/s²', 50),
  maxJointTorques: joints('Largest torques', 'N·m', 500),
  collisionThresholds: joints('Torque deviations that count as a collision', 'N·m', 500),
  jerkLimit: jerkLimitSchema,
  tabletSafetyEnabled: z
    .boolean()
    .describe(
      'Slow speed for people with a tablet near the arm: at most 0.1 of its speeds and 0.06 of its accelerations',
    ),
  baseAccelerationScaling: scale('Of all accelerations'),
  baseVelocityScaling: scale('Of all speeds'),
  scalingFactor: scale('Of all speeds, once more'),
});
export type SpeedProfile = z.infer<typeof speedProfileSchema>;

/** Active profile of a robot, as every client sees it. */
export const activeSpeedProfileSchema = z.object({
  id: idSchema,
  name: z.string(),
  factoryPreset: speedPresetSchema,
  /** Replacement by setJerkLimit for the profile's value; null for none. */
  jerkLimit: jerkLimitSchema.nullable(),
});
export type ActiveSpeedProfile = z.infer<typeof activeSpeedProfileSchema>;

const six = z.array(z.number()).length(jointCount);

/** Limits of all motion: rad/s, rad/s², rad/s³, N·m of the joints; m/s and m/s² at the tool. Null: no limit. */
export const speedLimitsSchema = z.object({
  maxJointSpeeds: six,
  maxJointAccelerations: six,
  maxJointJerks: six,
  maxTooltipSpeed: z.number().nullable(),
  maxTooltipAcceleration: z.number().nullable(),
  maxJointTorques: six.nullable(),
  collisionThresholds: six.nullable(),
});
export type SpeedLimits = z.infer<typeof speedLimitsSchema>;

/** The specification's default motion limits: rad/s and rad/s² of J0 to J5. */
const defaultJointSpeeds = [4.7, 4.7, 5, 6.8, 6.8, 6.8];
const defaultJointAccelerations = [1.8, 1.8, 2.5, 3.4, 3.4, 2];
/** rad/s³; an arm's own jerk limits are mostly lower. */
const defaultJerk = 34;

/**
 * Reduction of the default by each preset: a fraction of the joints' limits, and m/s at the tool. The safest keeps the
 * tool at manual speed. The arm's own limits still apply. `none` is the preset of users' profiles.
 */
const presets = {
  safest: { name: 'Safest', share: 0.1, tool: 0.25 },
  safer: { name: 'Safer', share: 0.5, tool: 1 },
  default: { name: 'Default', share: 1, tool: 3 },
  faster: { name: 'Faster', share: 1.25, tool: 4 },
  fastest: { name: 'Fastest', share: 1.5, tool: 5 },
} as const;

/** Profiles of every cell; their ids are their presets. */
export const factorySpeedProfiles: readonly SpeedProfile[] = Object.entries(presets).map(
  ([preset, { name, share, tool }]) => {
    const factoryPreset = speedPresetSchema.exclude(['none']).parse(preset);
    const part = (values: readonly number[]) => values.map((value) => round(value * share));
    return {
      id: factoryPreset,
      name,
      factoryPreset,
      maxJointSpeeds: part(defaultJointSpeeds),
      maxTooltipSpeed: tool,
      maxTooltipAcceleration: null,
      maxJointAccelerations: part(defaultJointAccelerations),
      maxJointTorques: Array.from({ length: jointCount }, () => 400),
      collisionThresholds: Array.from({ length: jointCount }, () => (share < 1 ? 20 : 40)),
      jerkLimit: round(defaultJerk * share),
      tabletSafetyEnabled: false,
      baseAccelerationScaling: 1,
      baseVelocityScaling: 1,
      scalingFactor: 1,
    };
  },
);

/** Profile of a robot for which no profile was chosen. */
export const defaultSpeedProfileID = 'default';

/** Returns a factory preset by its id; undefined for a user's profile. */
export function findFactorySpeedProfile(id: string): SpeedProfile | undefined {
  return factorySpeedProfiles.find((profile) => profile.id === id);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
