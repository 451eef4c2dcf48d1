import { ProductError } from '@cellwright/domain/basics';
import { type JointAngles, jointAnglesSchema, type WirePose } from '@cellwright/domain/robot';
import { accuracyCorrectionOf, type SpaceItem } from '@cellwright/domain/space';
import * as z from 'zod';
import { refuseMisspelt } from './misspelt-limits.ts';
import { type Placed, placedSchema, poseOf } from './units.ts';

const jointTargetSchema = z.object({ joints: jointAnglesSchema });
const sixSchema = z.array(z.number().positive()).length(6);

const speedProfileSchema = refuseMisspelt({
  max_joint_speeds: sixSchema.optional().describe('rad/s'),
  max_joint_accelerations: sixSchema.optional().describe('rad/s²'),
  max_joint_torques: sixSchema.optional().describe('Ignored: torques are those of the active speed profile'),
  max_tooltip_speed: z.number().positive().optional().describe('m/s'),
  scaling_factor: z.number().gt(0).max(1).optional(),
  base_velocity_scaling: z.number().gt(0).max(1).optional(),
  base_acceleration_scaling: z.number().gt(0).max(1).optional(),
});

const maxListLength = 1000;

export const moveRequestSchema = refuseMisspelt({
  kind: z.enum(['joint_rotation', 'joint_rotations', 'tooltip_position', 'tooltip_positions']),
  joint_rotation: jointTargetSchema.optional(),
  joint_rotations: z.array(jointTargetSchema).min(1).max(maxListLength).optional(),
  tooltip_position: placedSchema.optional(),
  tooltip_positions: z.array(placedSchema).min(1).max(maxListLength).optional(),
  movement_kind: z.enum(['joint', 'line']).default('joint'),
  speed_profile: speedProfileSchema.optional(),
});
export type MoveRequest = z.infer<typeof moveRequestSchema>;

/** Target of a move. */
export type ArmTarget = { readonly jointAngles: JointAngles } | { readonly placed: Placed };

/** Returns the targets of a move, in order. @throws ProductError if data that its kind requires is missing. */
export function targetsOf(request: MoveRequest): ArmTarget[] {
  const { kind } = request;
  switch (kind) {
    case 'joint_rotation':
      return [{ jointAngles: given(request.joint_rotation, kind).joints }];
    case 'joint_rotations':
      return given(request.joint_rotations, kind).map(({ joints }) => ({ jointAngles: joints }));
    case 'tooltip_position':
      return [{ placed: given(request.tooltip_position, kind) }];
    case 'tooltip_positions':
      return given(request.tooltip_positions, kind).map((placed) => ({ placed }));
  }
}

function given<T>(value: T | undefined, field: string): T {
  if (value !== undefined) return value;
  throw new ProductError('request_failed_validation', `${field}: required for a move of this kind`);
}

/** Converts the speed to the runner's messages. */
export function speedOf({ speed_profile: profile }: MoveRequest) {
  if (!profile) return {};
  const share = (profile.scaling_factor ?? 1) * (profile.base_velocity_scaling ?? 1);
  return {
    // The runner accepts whole percents from 1 %.
    motionSpeed: Math.max(1, share * 100),
    ...(profile.max_joint_speeds && { maxJointSpeeds: profile.max_joint_speeds }),
    ...(profile.max_joint_accelerations && { maxJointAccelerations: profile.max_joint_accelerations }),
    ...(profile.base_acceleration_scaling !== undefined && { accelerationScaling: profile.base_acceleration_scaling }),
    ...(profile.max_tooltip_speed !== undefined && { maxTooltipSpeed: profile.max_tooltip_speed }),
  };
}

/** Returns the pose of the tool: the requested pose, corrected if a calibration is named. */
export async function findPose(placed: Placed, calibrations: () => Promise<SpaceItem[]>): Promise<WirePose> {
  const pose = poseOf(placed);
  const { local_accuracy_calibration: named } = placed;
  if (named === undefined) return pose;
  const calibration = (await calibrations()).find(({ id, name }) => id === named || name === named);
  if (calibration) return accuracyCorrectionOf([calibration])(pose);
  throw new ProductError('invalid_space_specified', `There is no local accuracy calibration '${named}'`);
}
