import { tool0PoseFromRest } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { jointNames, poseSchema } from '@cellwright/domain/robot';
import { composePoses, invertPose, type Pose } from '@cellwright/geometry';
import type { TrajectoryPoint } from '@cellwright/trajectory';
import * as z from 'zod';
import { completePoints } from '../../domain/foreign/foreign-points.ts';
import type { MoveRequest, MoveTarget } from '../../domain/move/request.ts';
import { tcpOfTarget } from '../../domain/move/target-tcp.ts';

/** Names of the middleware's services and actions. */
export const rosNames = {
  task: '/task_from_robot',
  taskType: 'cellwright_msgs/action/TaskFromRobot',
  jog: '/jog',
  jogType: 'cellwright_msgs/action/Jog',
  forward: 'solve_fk',
  inverse: 'solve_ik',
  recovery: 'get_recovery_trajectory',
} as const;

/** Link of all poses. */
const toolLink = 'tool0';

const rosPoseSchema = z
  .object({
    position: z.object({ x: z.number(), y: z.number(), z: z.number() }),
    orientation: z.object({ x: z.number(), y: z.number(), z: z.number(), w: z.number() }),
  })
  .transform(({ position, orientation: { x, y, z: k, w } }) => ({ ...position, i: x, j: y, k, w }))
  .pipe(poseSchema);

const durationSchema = z.object({ sec: z.number(), nanosec: z.number() });
const rosTrajectorySchema = z.object({
  joint_names: z.array(z.string()),
  points: z.array(
    z.object({
      positions: z.array(z.number()),
      velocities: z.array(z.number()).default([]),
      accelerations: z.array(z.number()).default([]),
      time_from_start: durationSchema,
    }),
  ),
});
export type RosTrajectory = z.infer<typeof rosTrajectorySchema>;

export const taskResultSchema = z.object({ success: z.boolean(), trajectories: z.array(rosTrajectorySchema) });
export const recoveryResultSchema = z.object({ success: z.boolean(), trajectory: rosTrajectorySchema.optional() });
export const forwardResultSchema = z.object({
  success: z.boolean(),
  pose: rosPoseSchema,
  collisions: z.array(z.string()).default([]),
  in_collision: z.boolean().default(false),
  is_ee_out_of_bounds: z.boolean().default(false),
  is_body_out_of_bounds: z.boolean().default(false),
});
export const inverseResultSchema = z.object({
  success: z.boolean(),
  ik_solution: z.array(z.number()).length(jointNames.length),
  in_collision: z.boolean().default(false),
  in_joint_limits: z.boolean().default(true),
});

export function toRosPose({ x, y, z: height, i, j, k, w }: Pose): object {
  return { position: { x, y, z: height }, orientation: { x: i, y: j, z: k, w } };
}

export function toJointState(joints: readonly number[]): object {
  return { name: jointNames, position: joints };
}

/** Options of the middleware's planner, which the operator of the cell sets. */
export interface RosTaskOptions {
  /** Pairs of links or obstacles that may touch. */
  readonly collisionsToIgnore: readonly (readonly [string, string])[];
  readonly resample: boolean;
  readonly solver: 'speed' | 'distance';
}

export const defaultRosTask: RosTaskOptions = { collisionsToIgnore: [], resample: true, solver: 'distance' };

export function toTaskGoal({ startJoints, targets, tool, limits }: MoveRequest, options: RosTaskOptions): object {
  return {
    targets: targets.map((target) => toRosTarget(target, tool.tcp)),
    collisions_to_ignore: options.collisionsToIgnore.map(([first, second]) => ({ first, second })),
    speed_profiles: targets.map((target) => ({
      scaling_factor: target.motionSpeed / 100,
      max_joint_speeds: target.limits.maxJointSpeeds ?? limits.maxJointSpeeds ?? [],
      max_joint_accelerations: target.limits.maxJointAccelerations ?? limits.maxJointAccelerations ?? [],
      max_tooltip_speed: target.limits.maxTooltipSpeed ?? limits.maxTooltipSpeed ?? 0,
      max_tooltip_acceleration: target.limits.maxTooltipAcceleration ?? limits.maxTooltipAcceleration ?? 0,
    })),
    resample: options.resample,
    start_joint_state: toJointState(startJoints),
    ik_solver_type: options.solver,
  };
}

function toRosTarget(moveTarget: MoveTarget, toolTcp: Pose): object {
  const { target, motionKind, blendRadius, stopHere, keepToolAxis, weave } = moveTarget;
  const tcp = tcpOfTarget(moveTarget, toolTcp);
  if (keepToolAxis || weave || motionKind === 'arc')
    throw new ProductError('invalid_parameters', messages.unsupportedTargetType);
  // The point that moves along lines and rotations, in the frame of the link of the pose.
  const tool = { tool_link: toolLink, tool_offset: toRosPose(tcp) };
  const motion = { motion_kind: motionKind, blend_radius: stopHere ? 0 : blendRadius, ...tool };
  if ('joints' in target) return { ...motion, joint_state: toJointState(target.joints) };
  return { ...motion, pose: toRosPose(composePoses(tool0PoseFromRest(target.pose), invertPose(tcp))) };
}

/** Returns points with the joints in our order. @throws ProductError when joints are missing */
export function readRosPoints({ joint_names: names, points }: RosTrajectory, fromSeconds: number): TrajectoryPoint[] {
  const order = jointNames.map((name) => names.indexOf(name));
  const read = points.map(({ positions, velocities, accelerations, time_from_start: time }) => {
    const pick = (values: readonly number[]) => order.map((index) => values[index] ?? 0);
    const pickGiven = (values: readonly number[]) => (values.length > 0 ? pick(values) : undefined);
    if (order.some((index) => positions[index] === undefined))
      throw new ProductError('unavailable', messages.failedToParseJointPositions);
    return {
      timeFromStart: fromSeconds + time.sec + time.nanosec / 1e9,
      positions: pick(positions),
      velocities: pickGiven(velocities),
      accelerations: pickGiven(accelerations),
    };
  });
  return completePoints(read);
}
