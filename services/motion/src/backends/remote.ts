import { restPoseFromTool0, tool0PoseFromRest } from '@cellwright/arm';
import {
  type Clock,
  forwardKinematicsReplySchema,
  inverseKinematicsReplySchema,
  messages,
  type PlannerOperation,
  type PlannerReply,
  type PlannerWaypoint,
  type PlanningScene,
  ProductError,
  plannerReplySchema,
} from '@cellwright/domain';
import { composePoses, identityPose, invertPose, type Pose } from '@cellwright/geometry';
import type { Logger } from '@cellwright/service-kit';
import type { TrajectoryPoint } from '@cellwright/trajectory';
import { z } from 'zod';
import { fromZero, toWholeSegment } from '../domain/foreign-points.ts';
import type {
  LimitCaps,
  MoveFailureKind,
  MovePlan,
  MoveRequest,
  MoveSegment,
  MoveTarget,
} from '../domain/move/request.ts';
import type { PlannerBackend } from '../domain/planner-backend.ts';
import type { PlanningTask } from '../domain/task.ts';
import { HealthMonitor } from './health-monitor.ts';
import { Line } from './line.ts';

export interface RemoteOptions {
  /** ws://host:port; operations are below it. */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Holds a foreign plan to what every plan is held to. */
  readonly check: (
    request: MoveRequest,
    plan: MovePlan,
    scene: PlanningTask['scene'],
    signal: AbortSignal,
  ) => Promise<MovePlan>;
}

const kindedSchema = z.looseObject({ kind: z.string(), id: z.string().optional() });
const askTimeoutMS = 3000;

interface Waiting {
  onReply(reply: unknown): void;
  onLost(why: string): void;
}

/** One operation of the remote planner: a connection that is kept open, and the requests that wait on it. */
class Operation {
  private readonly waiting = new Map<string, Waiting>();
  private readonly line: Line;
  private lastID = 0;

  constructor(url: string, { clock, log }: RemoteOptions, onLost: (why: string) => void) {
    this.line = new Line({
      url,
      clock,
      log,
      onMessage: (message) => this.receive(message),
      onLost: (why) => {
        for (const each of [...this.waiting.values()]) each.onLost(why);
        onLost(why);
      },
    });
  }

  open(): Promise<void> {
    return this.line.open();
  }

  /** Sends a request and hands every reply to `take`, until it answers something other than undefined. */
  async ask<T>(request: object, take: (reply: unknown) => T | undefined, signal: AbortSignal): Promise<T> {
    await this.line.open();
    signal.throwIfAborted();
    const id = String(++this.lastID);
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        if (this.line.isOpen) this.line.send({ id, kind: 'cancel' });
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.set(id, {
        onReply: (reply) => {
          try {
            const answer = take(reply);
            if (answer === undefined) return;
            end();
            resolve(answer);
          } catch (error) {
            end();
            reject(error);
          }
        },
        onLost: (why) => {
          end();
          reject(new ProductError('unavailable', `${messages.failedToGenerateMotionPlan}: ${why}`));
        },
      });
      this.line.send({ ...request, id });
    });
  }

  close(): void {
    this.line.close();
  }

  /** Replies without an id belong to the only request there is, as planners without ids have it. */
  private receive(message: unknown): void {
    const { data } = kindedSchema.safeParse(message);
    const addressed = data?.id === undefined ? undefined : this.waiting.get(data.id);
    const [only] = this.waiting.size === 1 ? this.waiting.values() : [];
    (addressed ?? (data?.id === undefined ? only : undefined))?.onReply(message);
  }
}

/** A planner elsewhere that speaks the planner protocol. It is told the scene before it plans in it. */
export function createRemotePlanner(options: RemoteOptions): PlannerBackend {
  const { endpoint, clock, log } = options;
  const operations = new Map<PlannerOperation, Operation>();
  const use = (name: PlannerOperation): Operation => {
    const known = operations.get(name) ?? new Operation(`${endpoint}/${name}`, options, lose);
    operations.set(name, known);
    return known;
  };
  let told: PlanningScene | undefined;
  const lose = (why: string): void => {
    // It may have restarted, and forgotten.
    told = undefined;
    monitor.markUnhealthy(why);
  };
  const monitor = new HealthMonitor(clock, () => use('forward_kinematics').open());

  const ask = async <T>(name: PlannerOperation, request: object, schema: z.ZodType<T>, failure: string): Promise<T> => {
    const late = new AbortController();
    const cancel = clock.schedule(askTimeoutMS, () =>
      late.abort(new ProductError('unavailable', messages.timeoutReached(askTimeoutMS))),
    );
    try {
      return await use(name).ask(
        request,
        (reply) => {
          const error = plannerReplySchema.safeParse(reply);
          if (error.success && error.data.kind === 'error')
            throw new ProductError('invalid_parameters', error.data.message);
          const answer = schema.safeParse(reply);
          if (!answer.success) throw new ProductError('unavailable', failure);
          return answer.data;
        },
        late.signal,
      );
    } finally {
      cancel();
    }
  };
  const tell = async (scene: PlanningTask['scene']): Promise<void> => {
    if (!scene || scene === told) return;
    const done = z.object({ kind: z.literal('success') });
    const failure = 'The remote planner does not take the planning scene';
    await ask('clear_obstacles', {}, done, failure);
    for (const { name, pose, shape } of scene.obstacles) {
      await ask('add_obstacle', { obstacleName: name, obstacleOrigin: pose, shape }, done, failure);
    }
    const effector = scene.endEffector ?? { name: 'none', collisionBoxes: [], weight: 0 };
    await ask('attach_end_effector', effector, done, failure);
    told = scene;
  };
  /** One plan at a time: the scene it is made in is the one that was told. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    name: 'remote',
    plan(task, signal) {
      const work = last.then(async () => {
        signal.throwIfAborted();
        await tell(task.scene);
        const collector = new Collector(log);
        const startJointAngles = task.request.startJoints;
        if (task.kind === 'recovery') {
          const { limits, seed } = task.request;
          const request = { startJointAngles, limits: toLimits(limits), seed };
          return use('plan_recovery_path').ask(request, (reply) => collector.take(reply, 1), signal);
        }
        const request = toPlanPath(task.request);
        const count = task.request.targets.length;
        const plan = await use('plan_path').ask(request, (reply) => collector.take(reply, count), signal);
        return options.check(task.request, plan, task.scene, signal);
      });
      last = work.catch(() => undefined);
      return work;
    },
    async solveForward({ joints, tcp }) {
      const invalid = messages.forwardKinematicsInvalid;
      const reply = await ask('forward_kinematics', { jointAngles: joints }, forwardKinematicsReplySchema, invalid);
      return {
        pose: restPoseFromTool0(composePoses(reply.pose, tcp ?? identityPose)),
        collisions: reply.collisions,
        isEndEffectorOutOfBounds: reply.is_ee_out_of_bounds,
        isBodyOutOfBounds: reply.is_body_out_of_bounds,
      };
    },
    async solveInverse({ pose, tcp, seed, solver }) {
      const request = { pose: toTool0(pose, tcp), jointAngles: seed, solverType: solver };
      const failed = messages.inverseKinematicsFailed;
      try {
        const reply = await ask('inverse_kinematics', request, inverseKinematicsReplySchema, failed);
        return [{ joints: reply.ik_solution, inCollision: reply.in_collision, inJointLimits: reply.in_joint_limits }];
      } catch (error) {
        if (error instanceof ProductError && error.code === 'invalid_parameters') return [];
        throw error;
      }
    },
    findProblem: () => monitor.problem,
    async close() {
      monitor.close();
      for (const operation of operations.values()) operation.close();
    },
  };
}

function toTool0(restPose: Pose, tcp: Pose | undefined): Pose {
  return composePoses(tool0PoseFromRest(restPose), invertPose(tcp ?? identityPose));
}

function toLimits({ jointVelocities, jointAccelerations, toolSpeed }: LimitCaps) {
  return { maxJointSpeeds: jointVelocities, maxJointAccelerations: jointAccelerations, maxTooltipSpeed: toolSpeed };
}

function toPlanPath({ startJoints, targets, limits, mayAvoid = false, seed = 1, tool }: MoveRequest): object {
  return {
    startJointAngles: startJoints,
    targets: targets.map((target) => toTarget(target, tool.tcp)),
    limits: toLimits(limits),
    mayAvoid,
    seed,
  };
}

/** Planners speak of tool0: only what moves the same way with a tool can be asked of them. */
function toTarget(target: MoveTarget, toolTcp: Pose): object {
  const { motionKind, speedPercent, blendRadius, stopHere, limits, usesFlange, keepToolAxis } = target;
  const tcp = usesFlange ? identityPose : toolTcp;
  const isAtFlange = tcp.x === 0 && tcp.y === 0 && tcp.z === 0;
  if (motionKind === 'arc' || (motionKind !== 'joint' && !isAtFlange))
    throw new ProductError('invalid_parameters', messages.unsupportedTargetType);
  const place =
    'pose' in target.target ? { pose: toTool0(target.target.pose, tcp) } : { jointAngles: target.target.joints };
  const motion = { motionKind, motionSpeed: Math.max(1, speedPercent), blendRadius: stopHere ? 0 : blendRadius };
  return { ...place, ...motion, limits: toLimits(limits), keepToolAxis };
}

/** Gathers the replies to one plan request. */
class Collector {
  private readonly points: TrajectoryPoint[] = [];
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  /** The plan, once it has been told whole. @throws ProductError for what is no planner's reply. */
  take(reply: unknown, targetCount: number): MovePlan | undefined {
    if (!kindedSchema.safeParse(reply).success) throw new ProductError('unavailable', messages.receivedNonKindedData);
    const { data } = plannerReplySchema.safeParse(reply);
    if (!data) {
      this.log.warn('invalid planner data skipped', { reply });
      return undefined;
    }
    if (data.kind === 'waypoint') this.points.push(toPoint(data));
    if (data.kind === 'error') return { ok: false, failure: readFailure(data) };
    return data.kind === 'success' ? this.finish(data, targetCount) : undefined;
  }

  private finish(
    { segments, detours = [] }: Extract<PlannerReply, { kind: 'success' }>,
    targetCount: number,
  ): MovePlan {
    const { points } = this;
    if (points.length === 0) {
      const reason = messages.motionPlanWithoutWaypoints;
      return { ok: false, failure: { kind: 'invalidRequest', reason, targetIndex: 0 } };
    }
    const parts = segments?.map(({ startTime, endTime, targetTimes, ...segment }): MoveSegment => {
      const isInside = ({ timeFromStart }: TrajectoryPoint) =>
        timeFromStart >= startTime - 1e-9 && timeFromStart <= endTime + 1e-9;
      const trajectory = { points: fromZero(points.filter(isInside)) };
      return { ...segment, trajectory, targetTimes: targetTimes.map((time) => time - startTime) };
    });
    return { ok: true, segments: parts ?? [toWholeSegment(points, targetCount)], detours };
  }
}

function toPoint({ joints, timestamp }: PlannerWaypoint): TrajectoryPoint {
  return {
    timeFromStart: timestamp,
    positions: joints.map(({ p }) => p),
    velocities: joints.map(({ v = 0 }) => v),
    accelerations: joints.map(({ a = 0 }) => a),
  };
}

const failureKinds: ReadonlySet<string> = new Set<MoveFailureKind>([
  'invalidRequest',
  'unreachable',
  'jointLimits',
  'startInCollision',
  'goalInCollision',
  'pathInCollision',
  'singularity',
  'budgetSpent',
]);

function isFailureKind(kind: string): kind is MoveFailureKind {
  return failureKinds.has(kind);
}

function readFailure({ message, failure }: Extract<PlannerReply, { kind: 'error' }>) {
  const reason = message.replace(/^Motion planning unsuccessful: /, '').replace(/\.$/, '');
  const kind: MoveFailureKind = failure && isFailureKind(failure.kind) ? failure.kind : 'invalidRequest';
  return { kind, reason, targetIndex: failure?.targetIndex ?? 0 };
}
