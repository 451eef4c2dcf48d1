import { tool0PoseFromRest } from '@cellwright/arm';
import { type Clock, ProductError, SerialQueue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  forwardKinematicsReplySchema,
  inverseKinematicsReplySchema,
  type PlannerOperation,
  plannerReplySchema,
} from '@cellwright/domain/motion';
import { type EndEffector, listAvoided, type PlanningScene } from '@cellwright/domain/space';
import { composePoses, identityPose, invertPose, type Pose } from '@cellwright/geometry';
import type { Logger } from '@cellwright/service-kit';
import * as z from 'zod';
import type { LimitCaps, MovePlan, MoveRequest, MoveTarget } from '../../domain/move/request.ts';
import { tcpOfTarget } from '../../domain/move/target-tcp.ts';
import type {
  AskedTask,
  ForwardAnswer,
  ForwardQuestion,
  InverseAnswer,
  InverseQuestion,
  PlanCheck,
  PlannerBackend,
} from '../../domain/planner-backend.ts';
import { toForwardAnswer } from '../foreign-answers.ts';
import { HealthMonitor } from '../health-monitor.ts';
import { Operation } from './operation.ts';
import { PlanCollector } from './plan-collector.ts';

export interface RemoteOptions {
  /** ws://host:port; the operations are paths below it. */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly check: PlanCheck;
}

const askTimeoutMS = 3000;

/** Creates a client of an external planner that speaks the planner protocol. It sends the scene before each plan. */
export function createRemotePlanner(options: RemoteOptions): PlannerBackend {
  return new RemotePlanner(options);
}

class RemotePlanner implements PlannerBackend {
  readonly name = 'remote';
  private readonly options: RemoteOptions;
  private readonly monitor: HealthMonitor;
  private readonly operations = new Map<PlannerOperation, Operation>();
  private told: PlanningScene | undefined;
  private toldEffector: EndEffector | undefined;
  /** One plan at a time, so that each is made in the scene that was sent for it. */
  private readonly plans = new SerialQueue();

  constructor(options: RemoteOptions) {
    this.options = options;
    this.monitor = new HealthMonitor(options.clock, () => this.use('forward_kinematics').open());
  }

  plan(task: AskedTask, signal: AbortSignal): Promise<MovePlan> {
    return this.plans.run(async () => {
      signal.throwIfAborted();
      await this.tell(task);
      return this.askForPlan(task, signal);
    });
  }

  async solveForward({ joints, tcp }: ForwardQuestion): Promise<ForwardAnswer> {
    const invalid = messages.forwardKinematicsInvalid;
    const reply = await this.ask('forward_kinematics', { jointAngles: joints }, forwardKinematicsReplySchema, invalid);
    return toForwardAnswer(reply, tcp);
  }

  async solveInverse({ pose, tcp, seed, solver }: InverseQuestion): Promise<InverseAnswer[]> {
    const request = { pose: toTool0(pose, tcp), jointAngles: seed, solverType: solver };
    const failed = messages.inverseKinematicsFailed;
    try {
      const reply = await this.ask('inverse_kinematics', request, inverseKinematicsReplySchema, failed);
      return [{ joints: reply.ik_solution, inCollision: reply.in_collision, inJointLimits: reply.in_joint_limits }];
    } catch (error) {
      if (error instanceof ProductError && error.code === 'invalid_parameters') return [];
      throw error;
    }
  }

  findProblem(): string | undefined {
    return this.monitor.problem;
  }

  async close(): Promise<void> {
    this.monitor.close();
    for (const operation of this.operations.values()) operation.close();
  }

  private async askForPlan(task: AskedTask, signal: AbortSignal): Promise<MovePlan> {
    const collector = new PlanCollector(this.options.log);
    if (task.kind === 'recovery') {
      const { startJoints, limits, seed } = task.request;
      const request = { startJointAngles: startJoints, limits: toLimits(limits), seed };
      const operation = this.use('plan_recovery_path');
      const plan = await operation.ask(request, (reply) => collector.take(reply, 1), signal);
      return this.options.check(task, plan, signal);
    }
    const count = task.request.targets.length;
    const request = toPlanPath(task.request);
    const plan = await this.use('plan_path').ask(request, (reply) => collector.take(reply, count), signal);
    return this.options.check(task, plan, signal);
  }

  /** Sends a request. @throws ProductError with the planner's own message, or when it does not answer. */
  private async ask<T>(name: PlannerOperation, request: object, schema: z.ZodType<T>, failure: string): Promise<T> {
    const late = new AbortController();
    const cancel = this.options.clock.schedule(askTimeoutMS, () =>
      late.abort(new ProductError('unavailable', messages.timeoutReached(askTimeoutMS))),
    );
    const take = (reply: unknown): T => {
      const error = plannerReplySchema.safeParse(reply);
      if (error.success && error.data.kind === 'error')
        throw new ProductError('invalid_parameters', error.data.message);
      const answer = schema.safeParse(reply);
      if (!answer.success) throw new ProductError('unavailable', failure);
      return answer.data;
    };
    try {
      return await this.use(name).ask(request, take, late.signal);
    } finally {
      cancel();
    }
  }

  private async tell({ scene, request }: AskedTask): Promise<void> {
    const effector = effectorOf(scene, request);
    const isSame = scene === this.told && JSON.stringify(effector) === JSON.stringify(this.toldEffector);
    if (isSame || (!scene && effector === noEffector && this.toldEffector === undefined)) return;
    const fromWorld = scene?.base && invertPose(scene.base);
    const done = z.object({ kind: z.literal('success') });
    const failure = 'The remote planner does not accept the planning scene';
    await this.ask('clear_obstacles', {}, done, failure);
    for (const { name, pose, shape } of listAvoided(scene?.obstacles ?? [])) {
      // An external planner knows the arm only, so it receives poses relative to the base.
      const obstacleOrigin = fromWorld ? composePoses(fromWorld, pose) : pose;
      await this.ask('add_obstacle', { obstacleName: name, obstacleOrigin, shape }, done, failure);
    }
    await this.ask('attach_end_effector', effector, done, failure);
    this.told = scene;
    this.toldEffector = effector;
  }

  private use(name: PlannerOperation): Operation {
    const known = this.operations.get(name);
    if (known) return known;
    const { endpoint, clock, log } = this.options;
    const operation = new Operation({ url: `${endpoint}/${name}`, clock, log, onLost: (why) => this.lose(why) });
    this.operations.set(name, operation);
    return operation;
  }

  private lose(why: string): void {
    // It may have restarted and lost the scene.
    this.told = undefined;
    this.toldEffector = undefined;
    this.monitor.markUnhealthy(why);
  }
}

const noEffector: EndEffector = { name: 'none', collisionBoxes: [], weight: 0 };

/** Returns the end effector of this plan: the tool of the request, or else that of the scene. */
function effectorOf(scene: PlanningScene | undefined, { tool }: AskedTask['request']): EndEffector {
  if (!tool || tool.boxes.length === 0) return scene?.endEffector ?? noEffector;
  const collisionBoxes = tool.boxes.map(({ pose, size: [x, y, z] }): EndEffector['collisionBoxes'][number] => {
    return { pose: { ...pose }, size: [x, y, z] };
  });
  return { name: 'tool', collisionBoxes, weight: scene?.endEffector?.weight ?? 0 };
}

function toTool0(restPose: Pose, tcp: Pose | undefined): Pose {
  return composePoses(tool0PoseFromRest(restPose), invertPose(tcp ?? identityPose));
}

function toLimits({ maxJointSpeeds, maxJointAccelerations, maxTooltipSpeed, maxTooltipAcceleration }: LimitCaps) {
  return {
    maxJointSpeeds: maxJointSpeeds,
    maxJointAccelerations: maxJointAccelerations,
    maxTooltipSpeed: maxTooltipSpeed,
    maxTooltipAcceleration: maxTooltipAcceleration,
  };
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

/**
 * Converts a target. Planners use tool0; the point that moves along lines and rotations is sent in addition. The
 * resulting plan is checked.
 */
function toTarget(target: MoveTarget, toolTcp: Pose): object {
  const { motionKind, motionSpeed, blendRadius, stopHere, limits, keepToolAxis, weave } = target;
  const tcp = tcpOfTarget(target, toolTcp);
  if (motionKind === 'arc' || weave) throw new ProductError('invalid_parameters', messages.unsupportedTargetType);
  const place =
    'pose' in target.target ? { pose: toTool0(target.target.pose, tcp) } : { jointAngles: target.target.joints };
  const motion = { motionKind, motionSpeed: Math.max(1, motionSpeed), blendRadius: stopHere ? 0 : blendRadius };
  const isAtFlange = JSON.stringify(tcp) === JSON.stringify(identityPose);
  return { ...place, ...motion, limits: toLimits(limits), keepToolAxis, ...(isAtFlange ? {} : { tcp }) };
}
