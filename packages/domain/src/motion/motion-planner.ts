import type { Result } from '@cellwright/geometry';
import * as z from 'zod';
import { refuseUnknownFields } from '../basics/strict-schema.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';
import { poseSchema } from '../robot/position.ts';
import { jogFrameSchema, jointCount } from '../robot/robot.ts';
import {
  addedObstacleSchema,
  attachedEndEffectorSchema,
  collisionBoxSchema,
  obstacleShapeSchema,
  type SceneChange,
} from '../space/planning-scene.ts';

/**
 * The motion planner's protocol: one JSON request per message at `…/{operation}`, with replies that have a `kind`.
 * Poses are base → tool0, metres and unit quaternions; angles in radians, times in seconds.
 */

// Far beyond any joint's range; keeps sums finite.
const angle = z.number().min(-1e6).max(1e6);
/** Six numbers as elsewhere, but with the specification's message. */
const joints = z.array(angle).length(jointCount, 'Exactly 6 joint angles are required');
const coordinate = z.number().min(-1000).max(1000);
const pose = poseSchema.refine(({ x, y, z: height }) => [x, y, height].every((value) => Math.abs(value) <= 1000), {
  message: 'A coordinate can be at most 1000 m',
});
const vec3 = z.tuple([coordinate, coordinate, coordinate]);
const sixLimits = z.array(z.number().min(1e-4, 'A limit must be at least 0.0001').max(1e6)).length(jointCount);

/** Returned in every reply, so that several requests can share a connection. */
const envelope = { id: z.string().max(128).optional() };

/** Frame of a pose: the base's, or the world's, which differs if the cell has a custom base. */
const poseFrame = z.enum(['base', 'world']).optional();

export const motionKindSchema = z.enum(['joint', 'line', 'rotation', 'line_inc']);

/** Limits of a plan; an absent one is the arm's own. */
export const plannerLimitsSchema = z.object({
  maxJointSpeeds: sixLimits.optional(),
  maxJointAccelerations: sixLimits.optional(),
  maxTooltipSpeed: z.number().min(1e-4, 'A limit must be at least 0.0001').max(100).optional(),
  maxTooltipAcceleration: z.number().min(1e-4, 'A limit must be at least 0.0001').max(1000).optional(),
});

export type PlannerLimits = z.infer<typeof plannerLimitsSchema>;

/** Minimum and maximum of the allowed tilt, rad. */
const leanRange = { minimum: 0.01, maximum: 1.5 };

/** An axis of tool0 that keeps its direction during the move, so that an object on the tool stays upright. */
export const keptAxisSchema = z.object({
  axis: vec3.refine((axis) => Math.hypot(...axis) > 1e-6, { message: 'The axis must not be zero' }).default([0, 0, 1]),
  /** Maximum tilt from its direction at the start of the move, rad. */
  tolerance: z.number().min(leanRange.minimum).max(leanRange.maximum).default(0.05),
});

export const plannerTargetSchema = z
  .object({
    jointAngles: joints.optional(),
    pose: pose.optional(),
    frame: poseFrame,
    /** Point that follows lines and rotations, in the tool0 frame; default tool0 itself. One for all targets. */
    tcp: pose.optional(),
    motionKind: motionKindSchema.default('joint'),
    /** 1–100 % of the velocity limits. */
    motionSpeed: z.number().min(1).max(100).default(100),
    /** Metres; 0 stops exactly. */
    blendRadius: z.number().min(0).max(9).default(0),
    limits: plannerLimitsSchema.optional(),
    /** Joint moves only; such a move begins and ends at standstill. */
    keepToolAxis: keptAxisSchema.optional(),
    /** State of the gripper once the arm is here, 0 closed to 1 open. */
    gripper: z.object({ openness: z.number().min(0).max(1) }).optional(),
  })
  .refine((target) => (target.jointAngles === undefined) !== (target.pose === undefined), {
    message: 'A target needs either jointAngles or a pose',
  })
  .refine((target) => target.keepToolAxis === undefined || target.motionKind === 'joint', {
    message: 'keepToolAxis is allowed for joint moves only',
    path: ['keepToolAxis'],
  });
export type PlannerTarget = z.infer<typeof plannerTargetSchema>;

const planning = {
  ...envelope,
  startJointAngles: joints,
  limits: plannerLimitsSchema.optional(),
  /** The same request and seed give the same plan. */
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1),
};

/** Operations by name: the schema of the request, and its effect. `scene` operations change the planning scene. */
export const plannerOperations = {
  plan_path: {
    request: z.object({
      ...planning,
      targets: z.array(plannerTargetSchema).min(1, messages.targetsEmpty).max(1000),
      /**
       * True if joint moves may avoid obstacles and reach a pose in another posture when the nearest cannot be reached;
       * otherwise they go straight to the nearest posture or are refused.
       */
      mayAvoid: z.boolean().default(true),
    }),
    owner: 'planner',
    summary: 'Plan a chain of moves from standstill to standstill',
  },
  plan_recovery_path: {
    request: z.object({ ...planning }),
    owner: 'planner',
    summary: 'Plan a slow move out of contact, with growing clearance',
  },
  plan_relative_cartesian_motion: {
    request: z.object({
      ...planning,
      /**
       * robotArm: axes of the base; world: of the world, where a custom base rotates the arm; tool: of tool0 at the
       * start.
       */
      frame: jogFrameSchema.default('tool'),
      /** Axes of a plane instead of a frame. */
      plane: pose.optional(),
      translation: vec3.default([0, 0, 0]),
      /** Extrinsic x-y-z, rad. */
      rotation: vec3.default([0, 0, 0]),
      motionSpeed: z.number().min(1).max(100).default(100),
    }),
    owner: 'planner',
    summary: 'Plan a straight move of tool0 by an offset',
  },
  plan_relative_joint_motion: {
    request: z.object({ ...planning, offsets: joints, motionSpeed: z.number().min(1).max(100).default(100) }),
    owner: 'planner',
    summary: 'Plan a move of the joints by angles',
  },
  forward_kinematics: {
    request: z.object({ ...envelope, jointAngles: joints, frame: poseFrame }),
    owner: 'planner',
    summary: 'Pose of tool0, and contacts there',
  },
  inverse_kinematics: {
    request: z.object({
      ...envelope,
      pose,
      /** Seed: the solution nearest to it is returned. */
      jointAngles: joints.optional(),
      frame: poseFrame,
      solverType: z.enum(['speed', 'distance']).default('speed'),
    }),
    owner: 'planner',
    summary: 'Joint angles that bring tool0 to a pose',
  },
  attach_end_effector: {
    request: z.object({
      ...envelope,
      ...attachedEndEffectorSchema.shape,
      collisionBoxes: z.array(collisionBoxSchema).max(64),
    }),
    owner: 'scene',
    summary: 'Replace the tool on the flange',
  },
  clear_obstacles: { request: z.object({ ...envelope }), owner: 'scene', summary: 'Remove every obstacle' },
  add_obstacle: {
    request: z.object({
      ...envelope,
      obstacleName: addedObstacleSchema.shape.name,
      obstacleOrigin: pose,
      shape: obstacleShapeSchema,
    }),
    owner: 'scene',
    summary: 'Add a named obstacle',
  },
  move_obstacle: {
    request: z.object({ ...envelope, obstacleName: z.string().min(1).max(128), obstacleOrigin: pose }),
    owner: 'scene',
    summary: 'Move an obstacle',
  },
  remove_obstacle: {
    request: z.object({ ...envelope, obstacleName: z.string().min(1).max(128) }),
    owner: 'scene',
    summary: 'Remove an obstacle',
  },
} as const satisfies Record<string, PlannerOperationSpec>;

export interface PlannerOperationSpec {
  readonly request: z.ZodType;
  readonly owner: 'planner' | 'scene';
  readonly summary: string;
}
export type PlannerOperation = keyof typeof plannerOperations;
export type PlannerRequest<K extends PlannerOperation> = z.output<(typeof plannerOperations)[K]['request']>;

export function isPlannerOperation(name: string): name is PlannerOperation {
  return Object.hasOwn(plannerOperations, name);
}

/**
 * Checks a request of an operation, which may have no unknown fields. The refusal names the field, and uses the
 * specification's message if there is one.
 */
export function readPlannerRequest<T>(
  schema: z.ZodType<T>,
  operation: PlannerOperation,
  packet: unknown,
): Result<T, string> {
  const result = refuseUnknownFields(schema).safeParse(packet, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  const isMissing = issue?.code === 'invalid_type' && (issue.input === undefined || issue.input === null);
  if (field === '' || isMissing) {
    const isPacket = field !== '' && isMissing;
    return { ok: false, error: isPacket ? messages.requiredParameter(field, operation) : (issue?.message ?? '') };
  }
  return { ok: false, error: `${field}: ${issue?.message}` };
}

export type SceneOperation = {
  [K in PlannerOperation]: (typeof plannerOperations)[K]['owner'] extends 'scene' ? K : never;
}[PlannerOperation];

export function isSceneOperation(operation: PlannerOperation): operation is SceneOperation {
  return plannerOperations[operation].owner === 'scene';
}

/** Returns the change of the scene that an operation requests. */
export function readSceneChange(operation: SceneOperation, packet: unknown): Result<SceneChange, string> {
  switch (operation) {
    case 'attach_end_effector':
      return map(readPlannerRequest(plannerOperations[operation].request, operation, packet), (request) => {
        const { name, collisionBoxes, weight } = request;
        return { kind: 'attachEndEffector', endEffector: { name, collisionBoxes, weight } };
      });
    case 'clear_obstacles':
      return map(readPlannerRequest(plannerOperations[operation].request, operation, packet), () => ({
        kind: 'clearObstacles',
      }));
    case 'add_obstacle':
      return map(readPlannerRequest(plannerOperations[operation].request, operation, packet), (request) => {
        const { obstacleName: name, obstacleOrigin: pose, shape } = request;
        return { kind: 'addObstacle', obstacle: { name, pose, shape } };
      });
    case 'move_obstacle':
      return map(readPlannerRequest(plannerOperations[operation].request, operation, packet), (request) => {
        return { kind: 'moveObstacle', name: request.obstacleName, pose: request.obstacleOrigin };
      });
    case 'remove_obstacle':
      return map(readPlannerRequest(plannerOperations[operation].request, operation, packet), (request) => {
        return { kind: 'removeObstacle', name: request.obstacleName };
      });
  }
}

function map<T>(read: Result<T, string>, toChange: (request: T) => SceneChange): Result<SceneChange, string> {
  return read.ok ? { ok: true, value: toChange(read.value) } : read;
}

/** One point of a planned motion. Between points the motion is the quintic Hermite interpolation of p, v and a. */
export const plannerWaypointSchema = z.object({
  kind: z.literal('waypoint'),
  id: z.string().optional(),
  joints: z
    .array(z.object({ p: z.number(), v: z.number().optional(), a: z.number().optional() }))
    .length(jointCount, 'Exactly 6 joint angles are required'),
  /** Seconds since the start of the plan. */
  timestamp: z.number().min(0),
});
export type PlannerWaypoint = z.infer<typeof plannerWaypointSchema>;

/** Replies of the planner to planning operations: planning, waypoints and gripper moves in order, success or error. */
export const plannerReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planning'), id: z.string().optional() }),
  plannerWaypointSchema,
  z.object({
    kind: z.literal('gripper'),
    id: z.string().optional(),
    openness: z.number().min(0).max(1),
    timestamp: z.number().min(0),
  }),
  z.object({
    kind: z.literal('success'),
    id: z.string().optional(),
    /** Parts of the plan that begin and end at standstill. */
    segments: z
      .array(
        z.object({
          firstTarget: z.number().int(),
          lastTarget: z.number().int(),
          /** Time of each target since the start of the plan. */
          targetTimes: z.array(z.number()),
          startTime: z.number(),
          endTime: z.number(),
          distanceMeters: z.number(),
        }),
      )
      .optional(),
    /** Joint moves that do not go straight to the nearest posture. */
    detours: z
      .array(
        z.object({
          targetIndex: z.number().int(),
          /** Waypoints from before the target to it, straight in joint space in between. */
          waypoints: z.array(z.array(z.number()).length(jointCount)),
          /** Collision on the direct path. */
          reason: z.string(),
          /** True if the pose is reached in another posture than the nearest. */
          isOtherPosture: z.boolean(),
        }),
      )
      .optional(),
  }),
  z.object({
    kind: z.literal('error'),
    id: z.string().optional(),
    message: z.string(),
    /** Code of errors.md. */
    code: z.string().optional(),
    failure: z.object({ kind: z.string(), targetIndex: z.number().int() }).optional(),
  }),
]);
export type PlannerReply = z.infer<typeof plannerReplySchema>;

export const forwardKinematicsReplySchema = z.object({
  kind: z.literal('success'),
  id: z.string().optional(),
  pose: poseSchema,
  collisions: z.array(z.string()),
  in_collision: z.boolean(),
  is_ee_out_of_bounds: z.boolean(),
  is_body_out_of_bounds: z.boolean(),
});
export type ForwardKinematicsReply = z.infer<typeof forwardKinematicsReplySchema>;

export const inverseKinematicsReplySchema = z.object({
  kind: z.literal('success'),
  id: z.string().optional(),
  ik_solution: joints,
  in_collision: z.boolean(),
  in_joint_limits: z.boolean(),
});

/** Close codes of the planner socket in addition to those of RFC 6455. */
export const plannerCloseCodes = { unknownOperation: 4404 } as const;

/** Times of the planner in the specification, ms. */
export const plannerTimes = { connectTimeoutMS: 5000, healthPollMS: 1000 } as const;

/** Motion plan cache of the specification. */
export const planCacheLimits = { startJointTolerance: 0.002, buckets: 1000, entriesPerBucket: 1000 } as const;
export const forwardKinematicsCacheEntries = 50;
