import * as z from 'zod';
import type { FieldProblem } from '../contract.ts';
import { field } from '../fields.ts';
import type { MoveWaypoint } from '../ports.ts';
import type { Say } from '../say.ts';
import { stepMessages } from '../step-messages.ts';
import type { WaypointDefaults } from './waypoint-role.ts';

/** Fields of every kind of motion. */

export const {
  oldMotionLimits: oldMotionLimitsMessage,
  customLimitsMissing: customLimitsMissingMessage,
  customLimitsUnused: customLimitsUnusedMessage,
} = stepMessages;

export const motionKinds = ['joint', 'line', 'rotation', 'line_inc'] as const;
export const motionKindSchema = z.enum(motionKinds);

/**
 * Returns the name of a kind of motion within a sentence. `line_inc` of older routines moves to its target like `line`.
 */
export function describeMotionKind(kind: (typeof motionKinds)[number], say: Say): string {
  return { joint: say`joint`, line: say`line`, rotation: say`rotation`, line_inc: say`line` }[kind];
}

export const blendConfigSchema = z.object({
  blendRadius: field(z.number().min(0).max(1).default(0), {
    label: 'Blend radius',
    unit: 'm',
    help: '0 passes exactly through the waypoint; blends take at most half of the shorter segment',
  }),
});
export const noBlend = { blendRadius: 0 };

export const motionSpeedSchema = z
  .number()
  .min(1, 'The speed must be at least 1 %')
  .max(100, 'The speed can be at most 100 %');

export const speedLimitOptionSchema = z.enum(['PARENT_DEFAULTS', 'CUSTOM'], {
  // An object here is the form in which limits were stored before speed profiles.
  error: ({ input }) => (typeof input === 'object' ? oldMotionLimitsMessage : undefined),
});

const jointSpeedSchema = z.number().positive().max(100);

/** Limits of a speed profile for a single motion. */
export const speedProfileSchema = z.object({
  maxJointSpeeds: field(
    z
      .tuple([
        jointSpeedSchema,
        jointSpeedSchema,
        jointSpeedSchema,
        jointSpeedSchema,
        jointSpeedSchema,
        jointSpeedSchema,
      ])
      .optional(),
    { label: 'Max. joint speeds', unit: 'rad/s' },
  ),
  maxTooltipSpeed: field(z.number().positive().max(100).optional(), { label: 'Max. TCP speed', unit: 'm/s' }),
});

export interface SpeedArgs {
  readonly speedLimitOption: z.output<typeof speedLimitOptionSchema>;
  readonly speedProfile?: z.output<typeof speedProfileSchema> | undefined;
}

/** Reports custom limits that are missing, and those that are set but not chosen: the motion would ignore them. */
export function checkSpeedLimits({ speedLimitOption, speedProfile }: SpeedArgs): FieldProblem[] {
  const isCustom = speedLimitOption === 'CUSTOM';
  if (isCustom === hasLimit(speedProfile)) return [];
  if (isCustom) return [{ kind: 'invalidConfiguration', message: customLimitsMissingMessage, fieldId: 'speedProfile' }];
  return [{ kind: 'configurationWarning', message: customLimitsUnusedMessage, fieldId: 'speedLimitOption' }];
}

/** True if a custom profile limits anything. */
function hasLimit(profile: SpeedArgs['speedProfile']): boolean {
  return profile !== undefined && Object.values(profile).some((limit) => limit !== undefined);
}

/** Returns the limits that a motion's own arguments set, otherwise those of the step around it. */
export function limitsOf(args: SpeedArgs, parent: WaypointDefaults['limits']): MoveWaypoint['limits'] {
  return args.speedLimitOption === 'CUSTOM' ? args.speedProfile : parent;
}
