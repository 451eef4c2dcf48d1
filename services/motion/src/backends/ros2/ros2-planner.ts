import { tool0PoseFromRest } from '@cellwright/arm';
import { type Clock, ProductError, SerialQueue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { JogFrame } from '@cellwright/domain/robot';
import { composePoses, identityPose, invertPose } from '@cellwright/geometry';
import type { Logger } from '@cellwright/service-kit';
import type * as z from 'zod';
import { toWholeSegment } from '../../domain/foreign/foreign-points.ts';
import type { MovePlan, MoveRequest, MoveSegment } from '../../domain/move/request.ts';
import type {
  AskedTask,
  ForwardAnswer,
  ForwardQuestion,
  InverseAnswer,
  InverseQuestion,
  PlanCheck,
  PlannerBackend,
} from '../../domain/planner-backend.ts';
import { toolOfScene } from '../../domain/scene/tool-of-scene.ts';
import { toForwardAnswer } from '../foreign-answers.ts';
import { HealthMonitor } from '../health-monitor.ts';
import {
  defaultRosTask,
  forwardResultSchema,
  inverseResultSchema,
  type RosTaskOptions,
  readRosPoints,
  recoveryResultSchema,
  rosNames,
  taskResultSchema,
  toJointState,
  toRosPose,
  toTaskGoal,
} from './ros-messages.ts';
import { rosScene, toRosScene } from './ros-scene.ts';
import { Rosbridge, rosTimes } from './rosbridge.ts';

export interface Ros2Options {
  /** ws:// URL of rosbridge. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly check: PlanCheck;
  readonly task?: RosTaskOptions;
}

export type JogCommand =
  | { readonly kind: 'joint'; readonly velocities: readonly number[] | undefined }
  | {
      readonly kind: 'cartesian';
      readonly frame: JogFrame;
      readonly twist: { readonly linear: readonly number[]; readonly angular: readonly number[] } | undefined;
    };

export interface Ros2Planner extends PlannerBackend {
  /**
   * Jogs until the signal aborts, then ends with 'Goal cancelled'. @throws ProductError with the text of the
   * specification
   */
  jog(command: JogCommand, signal: AbortSignal): Promise<void>;
}

/** Creates a planner that uses a ROS 2 system behind rosbridge. Its plans pass the same checks as all plans. */
export function createRos2Planner(options: Ros2Options): Ros2Planner {
  return new RosbridgePlanner(options);
}

class RosbridgePlanner implements Ros2Planner {
  readonly name = 'ros2';
  private readonly ros: Rosbridge;
  private readonly monitor: HealthMonitor;
  private readonly check: PlanCheck;
  /** Inverse kinematics requests run one after the other. */
  private readonly inverses = new SerialQueue();
  /** One plan at a time, so that each is made in the scene that was sent for it. */
  private readonly plans = new SerialQueue();
  private readonly options: RosTaskOptions;
  private told = '';
  private obstacles: readonly string[] = [];

  constructor({ url, clock, log, check, task = defaultRosTask }: Ros2Options) {
    this.options = task;
    this.ros = new Rosbridge({ url, clock, log, onLost: (why) => this.lose(why) });
    this.monitor = new HealthMonitor(clock, () => this.ros.open());
    this.check = check;
  }

  async plan(task: AskedTask, signal: AbortSignal): Promise<MovePlan> {
    return this.plans.run(async () => {
      signal.throwIfAborted();
      await this.tell(task);
      const plan =
        task.kind === 'recovery'
          ? await recover(this.ros, task.request.startJoints)
          : await runTask(this.ros, task.request, this.options, signal);
      return this.check(task, plan, signal);
    });
  }

  async solveForward({ joints, tcp }: ForwardQuestion): Promise<ForwardAnswer> {
    const args = { joint_state: toJointState(joints) };
    const values = await this.ros.callService(rosNames.forward, args, rosTimes.forwardKinematicsMS);
    const answer = read(forwardResultSchema, values, messages.ros2ForwardKinematicsFailed);
    if (!answer.success) throw new ProductError('unavailable', messages.forwardKinematicsFailed);
    return toForwardAnswer(answer, tcp);
  }

  solveInverse(question: InverseQuestion): Promise<InverseAnswer[]> {
    return this.inverses.run(() => askForJoints(this.ros, question));
  }

  async jog(command: JogCommand, signal: AbortSignal): Promise<void> {
    if (command.kind === 'joint' && !command.velocities)
      throw new ProductError('request_failed_validation', messages.jointJogNotProvided);
    if (command.kind === 'cartesian' && !command.twist)
      throw new ProductError('request_failed_validation', messages.cartesianJogNotProvided);
    const { jog: action, jogType: actionType } = rosNames;
    const { feedbackMS } = rosTimes;
    const goal = { action, actionType, args: command, feedbackMS, resultMS: undefined, needsSteadyFeedback: true };
    await this.ros.sendGoal(goal, signal);
  }

  findProblem(): string | undefined {
    return this.monitor.problem;
  }

  /** Sends obstacles and the tool on the flange to ROS before a plan. */
  private async tell(task: AskedTask): Promise<void> {
    const tool = task.request.tool ?? toolOfScene(task.scene);
    const { names, message } = toRosScene(task.scene, tool, this.obstacles);
    const text = JSON.stringify(message);
    if (text === this.told || (this.told === '' && names.length === 0 && tool.boxes.length === 0)) return;
    await this.ros.publish(rosScene.topic, rosScene.type, message);
    this.told = JSON.stringify(toRosScene(task.scene, tool, names).message);
    this.obstacles = names;
  }

  private lose(why: string): void {
    // It may have restarted and lost the scene.
    this.told = '';
    this.monitor.markUnhealthy(why);
  }

  async close(): Promise<void> {
    this.monitor.close();
    this.ros.close();
  }
}

async function askForJoints(ros: Rosbridge, { pose, tcp, seed, solver }: InverseQuestion): Promise<InverseAnswer[]> {
  const tool0 = composePoses(tool0PoseFromRest(pose), invertPose(tcp ?? identityPose));
  const args = { pose: toRosPose(tool0), seed: toJointState(seed), solver_type: solver };
  const values = await ros.callService(rosNames.inverse, args, rosTimes.inverseKinematicsMS);
  const answer = read(inverseResultSchema, values, messages.inverseKinematicsFailed);
  if (!answer.success) return [];
  const { ik_solution: joints, in_collision: inCollision, in_joint_limits: inJointLimits } = answer;
  return [{ joints, inCollision, inJointLimits }];
}

async function runTask(
  ros: Rosbridge,
  request: MoveRequest,
  options: RosTaskOptions,
  signal: AbortSignal,
): Promise<MovePlan> {
  const { task: action, taskType: actionType } = rosNames;
  const feedbackMS = rosTimes.motionGoalPerTargetMS * request.targets.length;
  const goal = { action, actionType, args: toTaskGoal(request, options), feedbackMS, resultMS: feedbackMS };
  const result = read(taskResultSchema, await ros.sendGoal(goal, signal), messages.failedToParseJointPositions);
  if (!result.success) return refused(messages.goalNotSucceeded);
  return toPlan(
    result.trajectories.map((trajectory) => readRosPoints(trajectory, 0)),
    request.targets.length,
  );
}

async function recover(ros: Rosbridge, startJoints: readonly number[]): Promise<MovePlan> {
  const args = { start_joint_state: toJointState(startJoints) };
  const values = await ros.callService(rosNames.recovery, args).catch((error: unknown) => {
    const why = error instanceof Error ? `: ${error.message}` : '';
    throw new ProductError('unavailable', `${messages.recoveryCallFailed}${why}`);
  });
  const result = read(recoveryResultSchema, values, messages.recoveryCallFailed);
  if (!result.success || !result.trajectory) return refused(messages.recoveryPlanFailed);
  return toPlan([readRosPoints(result.trajectory, 0)], 1);
}

/** Returns a plan of one trajectory for each target, or one for all of them. */
function toPlan(trajectories: readonly ReturnType<typeof readRosPoints>[], targetCount: number): MovePlan {
  const full = trajectories.filter((points) => points.length > 0);
  if (full.length === 0) return refused(messages.motionPlanWithoutWaypoints);
  const isOneEach = full.length === targetCount;
  const segments = full.map((points, index): MoveSegment => {
    const whole = toWholeSegment(points, isOneEach ? 1 : targetCount);
    return isOneEach ? { ...whole, firstTarget: index, lastTarget: index } : whole;
  });
  if (!isOneEach && segments.length > 1) return refused(messages.unsupportedTargetType);
  return { ok: true, segments, detours: [] };
}

function refused(reason: string): MovePlan {
  return { ok: false, failure: { kind: 'invalidRequest', reason, targetIndex: 0 } };
}

function read<T>(schema: z.ZodType<T>, values: unknown, message: string): T {
  const result = schema.safeParse(values);
  if (!result.success) throw new ProductError('unavailable', message);
  return result.data;
}
