import { z } from 'zod';
import { idSchema } from './ids.ts';
import { jointCount } from './robot.ts';

export const speedPresets = ['none', 'safest', 'safer', 'default', 'faster', 'fastest'] as const;
export const speedPresetSchema = z.enum(speedPresets);

const joints = (what: string, unit: string, most: number) =>
  z
    .array(z.number().positive().max(most))
    .length(jointCount, `Give one value for each of the ${jointCount} joints`)
    .describe(`${what} of J0 to J5, ${unit}, up to ${most}`);
const scale = (what: string) => z.number().min(0.01).max(1).describe(`${what}, a fraction, 0.01 to 1`);

/** How fast and how hard a routine may move. */
export const speedProfileSchema = z.object({
  id: idSchema,
  name: z.string().trim().min(1, 'Name is required').max(200),
  factoryPreset: speedPresetSchema.describe("'none' for a profile that people made"),
  maxJointSpeeds: joints('Largest speeds', 'rad/s', 6.3),
  maxTooltipSpeed: z.number().positive().max(5).describe('m/s, up to 5'),
  maxTooltipAcceleration: z
    .number()
    .positive()
    .max(50)
    .nullable()
    .describe('m/s², up to 50; null: only the joints limit it'),
  maxJointAccelerations: joints('Largest accelerations', 'rad/s²', 50),
  maxJointTorques: joints('Largest torques', 'N·m', 500),
  collisionThresholds: joints('Torques beyond the expected one that count as a collision', 'N·m', 500),
  jerkLimit: z.number().positive().max(10_000).describe('rad/s³, up to 10000'),
  tabletSafetyEnabled: z.boolean().describe('Motion stops when the tablet that started it is gone'),
  baseAccelerationScaling: scale('Of all accelerations'),
  baseVelocityScaling: scale('Of all speeds'),
  scalingFactor: scale('Of the whole profile'),
});
export type SpeedProfile = z.infer<typeof speedProfileSchema>;

/** Share of the default profile's speeds and accelerations. */
const presetShares = { safest: 0.1, safer: 0.5, default: 1, faster: 1.5, fastest: 2 } as const;
const presetNames = { safest: 'Safest', safer: 'Safer', default: 'Default', faster: 'Faster', fastest: 'Fastest' };

/** The profiles that every cell has; their ids are their presets. */
export const factorySpeedProfiles: readonly SpeedProfile[] = Object.entries(presetShares).map(([preset, share]) => {
  const factoryPreset = speedPresetSchema.exclude(['none']).parse(preset);
  const all = (value: number) => Array.from({ length: jointCount }, () => round(value * share));
  return {
    id: factoryPreset,
    name: presetNames[factoryPreset],
    factoryPreset,
    maxJointSpeeds: all(Math.PI / 2),
    maxTooltipSpeed: round(share),
    maxTooltipAcceleration: null,
    maxJointAccelerations: all(4),
    maxJointTorques: Array.from({ length: jointCount }, () => 150),
    collisionThresholds: Array.from({ length: jointCount }, () => (share < 1 ? 20 : 40)),
    jerkLimit: round(100 * share),
    tabletSafetyEnabled: share < 1,
    baseAccelerationScaling: 1,
    baseVelocityScaling: 1,
    scalingFactor: 1,
  };
});

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
