import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { type PlanCause, planCauseSchema } from '@cellwright/domain/motion';
import { type FailureKind, jointAnglesSchema, type RobotKind, tcpOf, type WirePose } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import {
  InverseKinematicsRequest_SolverType,
  MotionKind,
  MotionServiceService,
  type MoveTarget,
  PlanFailure_Kind,
  type PlanMoveRequest,
  type PlanSegment,
  type PlanFailure as WirePlanFailure,
} from '@cellwright/proto/motion';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, type PeerClient } from '@cellwright/service-kit/grpc';
import type { MotionCaps, MotionTarget } from '@cellwright/steps/framework';
import type { ScenePlanner } from '../domain/arm/planning-scenes.ts';
import type {
  CheckPosture,
  PlannedSegment,
  Planner,
  PlanProgress,
  PlanRequest,
  PlanResult,
  ToolModel,
} from '../domain/planner.ts';

/**
 * Time limit of a motion goal in the specification, per target, the maximum for a whole move, and the extra time before
 * we give up, so that the planner's own error arrives first; ms.
 */
const planTimeout = { perTargetMS: 5000, perWeaveMS: 30_000, longestMS: 60_000, graceMS: 500 };

const motionKinds: Record<MotionTarget['motionKind'], MotionKind> = {
  joint: MotionKind.MOTION_KIND_JOINT,
  line: MotionKind.MOTION_KIND_LINE,
  rotation: MotionKind.MOTION_KIND_ROTATION,
  line_inc: MotionKind.MOTION_KIND_LINE_INC,
  arc: MotionKind.MOTION_KIND_ARC,
};

/** Calls of the motion service, over any connection. */
export type MotionClient = Omit<PeerClient<'routine-runner', 'motion', typeof MotionServiceService>, 'channel'>;

/** The motion service at an address. */
export function connectPlanner(
  address: string,
  proofs: Proofs<'routine-runner'>,
  metrics: Metrics,
  sceneOf: (robotKind: RobotKind) => PlanningScene,
) {
  const client = connectPeer(MotionServiceService, { address, proof: proofs.motion, metrics });
  return { ...createPlanner(client, sceneOf), channel: client.channel };
}

/** Uses the motion service as a planner. A plan is used completely or not at all. It plans in the current scene. */
export function createPlanner(client: MotionClient, sceneOf: (robotKind: RobotKind) => PlanningScene) {
  const scenes: ScenePlanner = {
    async put(scene) {
      const { notes } = await client.putScene({ sceneJson: Buffer.from(JSON.stringify(scene)) });
      return notes;
    },
    async findRevision(robotKind) {
      const { isKnown, revision } = await client.getSceneRevision({ robotKind: toWireRobotKind(robotKind) });
      return isKnown ? revision : undefined;
    },
  };
  const planner: Planner = {
    async plan(request, { signal, onProgress }) {
      const { perTargetMS, perWeaveMS, longestMS, graceMS } = planTimeout;
      const neededMS = request.targets.reduce((sum, { weave }) => sum + (weave ? perWeaveMS : perTargetMS), 0);
      const deadlineMs = Math.min(neededMS, longestMS) + graceMS;
      const plan = () => {
        const wire = toWireRequest(request, sceneOf(request.robotKind).revision);
        return collect(client.planMove(wire, { signal, deadlineMs }), onProgress);
      };
      try {
        const result = await plan();
        if (result !== 'staleScene') return result;
        await scenes.put(sceneOf(request.robotKind));
        const again = await plan();
        return again === 'staleScene' ? plannerFailure(new Error('the planning scene keeps changing')) : again;
      } catch (error) {
        if (signal.aborted) return { ok: false, stopped: true };
        return plannerFailure(error);
      }
    },
    async clearPlanCache() {
      await client.clearPlanCache({});
    },
    async inverseKinematics(robotKind, pose, tcp, seed) {
      const { solutions } = await client.inverseKinematics({
        pose,
        tcp,
        seed: [...seed],
        solverType: InverseKinematicsRequest_SolverType.SOLVER_TYPE_DISTANCE,
        robotKind: toWireRobotKind(robotKind),
      });
      if (solutions.length > 0 && !solutions.some(({ inJointLimits }) => inJointLimits))
        throw new ProductError('request_failed_validation', beyondLimits);
      return solutions
        .filter(({ inJointLimits }) => inJointLimits)
        .sort((a, b) => Number(a.inCollision) - Number(b.inCollision))
        .map(({ joints }) => jointAnglesSchema.parse(joints));
    },
  };
  const checkPosture: CheckPosture = async (robotKind, joints, tool) => {
    const place = { joints: [...joints], tcp: undefined, robotKind: toWireRobotKind(robotKind) };
    const { collisions, links } = await client.forwardKinematics({ ...place, tool: toWireTool(tool) });
    return { collisions, links };
  };
  return { planner, scenes, checkPosture };
}

const beyondLimits = 'Inverse kinematics failed: every posture that reaches the pose is beyond a joint limit';

async function collect(
  events: ReturnType<MotionClient['planMove']>,
  onProgress: ((progress: PlanProgress) => void) | undefined,
): Promise<PlanResult | 'staleScene'> {
  const segments: PlannedSegment[] = [];
  for await (const { event } of events) {
    switch (event?.$case) {
      case 'acknowledged':
        onProgress?.('acknowledged');
        break;
      case 'segment':
        if (segments.length === 0) onProgress?.('receiving');
        segments.push(readSegment(event.value));
        break;
      case 'failure':
        if (event.value.kind === PlanFailure_Kind.KIND_STALE_SCENE) return 'staleScene';
        return refusedPlan(event.value);
      case 'done':
        if (segments.length > 0) return { ok: true, segments, detours: event.value.detours };
        return { ok: false, failure: { kind: 'PlanningFailure', message: messages.motionPlanWithoutWaypoints } };
      default:
        return { ok: false, failure: { kind: 'MotionPlannerFailure', message: 'Received non-kinded data' } };
    }
  }
  // The stream ended without 'done', so the received parts are not a plan.
  return plannerFailure(undefined);
}

function refusedPlan({ kind, reason, targetIndex, causes: wireCauses }: WirePlanFailure) {
  const message = messages.motionPlanningUnsuccessful(reason.replace(/\.$/, ''));
  const isUnreachable = kind === PlanFailure_Kind.KIND_UNREACHABLE;
  const causes = readCauses(wireCauses);
  return {
    ok: false,
    failure: { kind: failureOf(kind), message, targetIndex, isUnreachable, ...(causes && { causes }) },
  } as const;
}

/** Returns the causes of a refusal; undefined when there are none, or a newer planner sends one that is unknown here. */
function readCauses(causes: WirePlanFailure['causes']): PlanCause[] | undefined {
  const read = causes.map(({ key, texts, numbers }) => ({ key, values: { ...texts, ...numbers } }));
  const result = planCauseSchema.array().min(1).safeParse(read);
  return result.success ? result.data : undefined;
}

/** Returns the cause for the user to check: the joint limits, the obstacle, or otherwise the target. */
function failureOf(kind: PlanFailure_Kind): FailureKind {
  switch (kind) {
    case PlanFailure_Kind.KIND_JOINT_LIMITS:
      return 'JointLimitFailure';
    case PlanFailure_Kind.KIND_START_IN_COLLISION:
    case PlanFailure_Kind.KIND_GOAL_IN_COLLISION:
    case PlanFailure_Kind.KIND_PATH_IN_COLLISION:
      return 'CollisionFailure';
    default:
      return 'PlanningFailure';
  }
}

function plannerFailure(error: unknown): PlanResult {
  const why = error instanceof Error ? `: ${error.message}` : '';
  return {
    ok: false,
    failure: { kind: 'MotionPlannerFailure', message: `${messages.failedToGenerateMotionPlan}${why}` },
  };
}

function toWireRobotKind(robotKind: RobotKind): WireRobotKind {
  return robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
}

function toWireRequest(request: PlanRequest, sceneRevision: number): PlanMoveRequest {
  const { robotKind, startJoints, targets, limits, tool, payloadMassKg, seed, mayAvoid, skipsCache } = request;
  return {
    robotKind: toWireRobotKind(robotKind),
    startJoints: [...startJoints],
    targets: targets.map((target) => toWireTarget(target, tool)),
    limits: toWireLimits(limits),
    tool: toWireTool(tool),
    payloadMassKg,
    sceneRevision,
    seed,
    mayAvoid,
    skipsCache: skipsCache ?? false,
  };
}

function toWireTarget(
  { target, via, motionKind, motionSpeed, blendRadius, stopHere, limits, tcpOption, weave }: MotionTarget,
  tool: ToolModel,
): MoveTarget {
  const tcp = tcpOf(tool, tcpOption);
  return {
    target:
      'jointAngles' in target
        ? { $case: 'joints', value: { positions: [...target.jointAngles] } }
        : { $case: 'pose', value: toWirePose(target.pose) },
    motionKind: motionKinds[motionKind],
    motionSpeed,
    blendRadius,
    stopHere,
    limits: toWireLimits(limits),
    useFlange: tcpOption === 'wrist',
    tcp: tcpOption === 'wrist' || tcp === tool.tcp ? undefined : tcp && toWirePose(tcp),
    via: via && toWirePose(via),
    keepToolAxis: undefined,
    weave: weave && { ...weave },
  };
}

function toWireLimits(limits: MotionCaps | undefined) {
  if (!limits) return undefined;
  const {
    maxJointSpeeds = [],
    maxJointAccelerations = [],
    maxJointJerks = [],
    maxTooltipSpeed = 0,
    maxTooltipAcceleration = 0,
  } = limits;
  return {
    maxJointSpeeds: [...maxJointSpeeds],
    maxJointAccelerations: [...maxJointAccelerations],
    maxJointJerks: [...maxJointJerks],
    maxTooltipSpeed,
    maxTooltipAcceleration,
  };
}

function toWireTool({ name, tcp, massKg, centreOfGravity, boxes }: ToolModel) {
  return {
    name,
    tcp: toWirePose(tcp),
    massKg,
    centreOfGravity: [...centreOfGravity],
    boxes: boxes.map(({ pose, size: [sizeX, sizeY, sizeZ] }) => ({ pose: toWirePose(pose), sizeX, sizeY, sizeZ })),
  };
}

function toWirePose({ x, y, z, i, j, k, w }: WirePose) {
  return { x, y, z, i, j, k, w };
}

function readSegment({
  trajectory,
  firstTarget,
  lastTarget,
  targetTimes,
  distanceMeters,
}: PlanSegment): PlannedSegment {
  return {
    trajectory: { points: trajectory?.points ?? [] },
    firstTarget,
    lastTarget,
    targetTimes,
    distanceMeters,
  };
}
