import { restPoseFromTool0, tool0PoseFromRest } from '@cellwright/arm';
import { type Clock, ProductError, startOfText } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  type PlannerOperation,
  type PlannerRequest,
  plannerOperations,
  readPlannerRequest,
  readSceneChange,
  type SceneOperation,
} from '@cellwright/domain/motion';
import type { RobotKind } from '@cellwright/domain/robot';
import { findUnheldProblems } from '@cellwright/domain/routine';
import { changeScene, emptyScene, type PlanningScene } from '@cellwright/domain/space';
import { normalizePose } from '@cellwright/geometry';
import type { Logger } from '@cellwright/service-kit';
import type { ZodType } from 'zod';
import type { CachedPlanner } from '../domain/cached-planner.ts';
import { planWithin } from '../domain/plan-within.ts';
import type { AskedTask, ForwardAnswer, InverseAnswer } from '../domain/planner-backend.ts';
import { describeUnusable } from '../domain/scene/scene-report.ts';
import type { SceneStore } from '../domain/scene/scene-store.ts';
import { describePlan } from '../domain/socket-replies.ts';
import {
  poseInBase,
  poseInFrame,
  toMoveTask,
  toRecoveryTask,
  toRelativeJointTask,
  toRelativeLineTask,
} from '../domain/socket-requests.ts';
import { readPlainForward, readPlainInverse } from './plain-kinematics.ts';

/** Maximum pending requests of one connection. */
const maxOpenRequests = 64;
/** Number of replies sent in one turn of the event loop. */
const repliesPerTurn = 100;
const noSeed = [0, 0, 0, 0, 0, 0];
const requests = plannerOperations;

export interface PlannerSocketDeps {
  readonly cachedPlanner: CachedPlanner;
  readonly scenes: SceneStore;
  /** True if scenes are changed here; otherwise their owner sends them. */
  readonly ownsScenes: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One connection for the planner: text in, text out. */
export interface Connection {
  send(reply: object): void;
  /** Resolves when the reader has caught up; never rejects, since a failed reader is disconnected. */
  waitUntilTaken(): Promise<void>;
}

/** Answers the requests of one operation on one connection. */
export class PlannerSession {
  private readonly open = new Map<string | symbol, AbortController>();
  private readonly deps: PlannerSocketDeps;
  private readonly operation: PlannerOperation;
  private readonly robotKind: RobotKind;
  private readonly connection: Connection;

  constructor(deps: PlannerSocketDeps, operation: PlannerOperation, robotKind: RobotKind, connection: Connection) {
    this.deps = deps;
    this.operation = operation;
    this.robotKind = robotKind;
    this.connection = connection;
  }

  /** Processes one message. Every refusal is a reply; nothing is thrown. */
  receive(text: string): void {
    let id: string | undefined;
    try {
      const packet = parsePacket(text);
      id = idOf(packet);
      const answer = isCancel(packet) ? this.cancel(id) : this.answer(packet);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.refuse(id, error));
    } catch (error) {
      this.refuse(id, error);
    }
  }

  /** Cancels all requests of a disconnected client. */
  end(): void {
    for (const controller of this.open.values())
      controller.abort(new ProductError('unavailable', 'The client disconnected'));
  }

  private get scene(): PlanningScene | undefined {
    return this.deps.scenes.current(this.robotKind);
  }

  private answer(packet: object): void | Promise<void> {
    switch (this.operation) {
      case 'forward_kinematics':
        return this.answerForward(
          readPlainForward(packet) ?? read(requests.forward_kinematics.request, 'forward_kinematics', packet),
        );
      case 'inverse_kinematics':
        return this.answerInverse(
          readPlainInverse(packet) ?? read(requests.inverse_kinematics.request, 'inverse_kinematics', packet),
        );
      case 'plan_path': {
        const request = read(requests.plan_path.request, 'plan_path', packet);
        const grippers = request.targets.map(({ gripper }) => gripper);
        return this.plan(request.id, toMoveTask(request, this.sceneForPlanning()), grippers);
      }
      case 'plan_recovery_path': {
        const request = read(requests.plan_recovery_path.request, 'plan_recovery_path', packet);
        return this.plan(request.id, toRecoveryTask(request, this.sceneForPlanning()));
      }
      case 'plan_relative_joint_motion': {
        const request = read(requests.plan_relative_joint_motion.request, 'plan_relative_joint_motion', packet);
        return this.plan(request.id, toRelativeJointTask(request, this.sceneForPlanning()));
      }
      case 'plan_relative_cartesian_motion':
        return this.planRelativeLine(
          read(requests.plan_relative_cartesian_motion.request, 'plan_relative_cartesian_motion', packet),
        );
      default:
        return this.change(this.operation, packet);
    }
  }

  private answerForward({ id, jointAngles, frame }: PlannerRequest<'forward_kinematics'>): void | Promise<void> {
    const { scene } = this;
    const reply = ({ pose, collisions, isEndEffectorOutOfBounds, isBodyOutOfBounds }: ForwardAnswer) =>
      this.connection.send({
        kind: 'success',
        id,
        pose: poseInFrame(tool0PoseFromRest(pose), frame, scene),
        collisions,
        in_collision: collisions.length > 0,
        is_ee_out_of_bounds: isEndEffectorOutOfBounds,
        is_body_out_of_bounds: isBodyOutOfBounds,
      });
    const answer = this.deps.cachedPlanner.solveForward({ joints: jointAngles, tcp: undefined, scene });
    return answer instanceof Promise ? answer.then(reply) : reply(answer);
  }

  private answerInverse(request: PlannerRequest<'inverse_kinematics'>): void | Promise<void> {
    const { id, pose, frame, jointAngles: seed = noSeed, solverType: solver } = request;
    const reply = ([best]: readonly InverseAnswer[]) => {
      if (!best)
        throw new ProductError('invalid_parameters', `${messages.inverseKinematicsFailed}: the pose is out of reach`);
      const { joints, inCollision, inJointLimits } = best;
      this.connection.send({
        kind: 'success',
        id,
        ik_solution: joints,
        in_collision: inCollision,
        in_joint_limits: inJointLimits,
      });
    };
    const target = restPoseFromTool0(poseInBase(normalizePose(pose), frame, this.scene));
    const question = { pose: target, tcp: undefined, seed, solver, scene: this.scene, isBestOnly: true };
    const answer = this.deps.cachedPlanner.solveInverse(question);
    return answer instanceof Promise ? answer.then(reply) : reply(answer);
  }

  private async planRelativeLine(request: PlannerRequest<'plan_relative_cartesian_motion'>): Promise<void> {
    const scene = this.sceneForPlanning();
    const { pose } = await this.deps.cachedPlanner.solveForward({
      joints: request.startJointAngles,
      tcp: undefined,
      scene,
    });
    await this.plan(request.id, toRelativeLineTask(request, scene, tool0PoseFromRest(pose)));
  }

  private async plan(
    id: string | undefined,
    task: AskedTask,
    grippers: Parameters<typeof describePlan>[1] = [],
  ): Promise<void> {
    const key = id ?? Symbol('request');
    if (this.open.has(key)) throw new ProductError('conflict', `A request with id '${id}' is already being planned`);
    if (this.open.size >= maxOpenRequests)
      throw new ProductError('rate_limited', 'Too many pending requests. Try again in a moment');
    const controller = new AbortController();
    this.open.set(key, controller);
    try {
      this.connection.send({ kind: 'planning', id });
      const plan = await planWithin(this.deps.cachedPlanner, task, controller.signal, this.deps.clock);
      await this.sendAll(describePlan(plan, grippers), id, controller.signal);
    } finally {
      this.open.delete(key);
    }
  }

  /** Sends a long plan in parts, so that other requests get their turn. */
  private async sendAll(replies: Iterable<object>, id: string | undefined, signal: AbortSignal): Promise<void> {
    let sent = 0;
    for (const reply of replies) {
      this.connection.send(id === undefined ? reply : { ...reply, id });
      if (++sent % repliesPerTurn !== 0) continue;
      await this.connection.waitUntilTaken();
      signal.throwIfAborted();
    }
  }

  private cancel(id: string | undefined): void {
    const controller = id === undefined ? undefined : this.open.get(id);
    if (!controller) throw new ProductError('not_found', 'The request to cancel does not exist');
    controller.abort(new ProductError('conflict', messages.goalCancelled));
  }

  /** Returns the scene. Refuses to plan without one, since a path could go through obstacles. */
  private sceneForPlanning(): PlanningScene {
    const { scene } = this;
    if (scene) return scene;
    if (this.deps.ownsScenes) return emptyScene(this.robotKind);
    throw new ProductError(
      'unavailable',
      'The planner has not received the scene of this robot yet. Try again in a moment',
    );
  }

  private async change(operation: SceneOperation, packet: object): Promise<void> {
    if (!this.deps.ownsScenes)
      throw new ProductError('forbidden', 'The scene of this planner is read-only. Change it through the cell');
    const change = readSceneChange(operation, packet);
    if (!change.ok) throw new ProductError('request_failed_validation', change.error);
    refuseUnheld(packet);
    for (;;) {
      const before = this.scene;
      const result = changeScene(before ?? emptyScene(this.robotKind), change.value);
      if (!result.ok) throw new ProductError('invalid_parameters', result.error.message);
      const report = this.deps.cachedPlanner.inspectScene(result.value);
      const { unusable, notes } = report instanceof Promise ? await report : report;
      // Another client was faster: the change is applied to the current scene.
      if (this.scene !== before) continue;
      const problem = describeUnusable(unusable);
      if (problem !== undefined) throw new ProductError('invalid_parameters', problem);
      this.deps.scenes.put(result.value);
      const reply = { kind: 'success', id: idOf(packet), revision: result.value.revision };
      return this.connection.send(notes.length > 0 ? { ...reply, notes } : reply);
    }
  }

  private refuse(id: string | undefined, error: unknown): void {
    if (!(error instanceof ProductError)) {
      this.deps.log.error('a planner request failed unexpectedly', { operation: this.operation, error });
    }
    const { code, message } =
      error instanceof ProductError
        ? error
        : new ProductError('internal_server_error', `${messages.failedToGenerateMotionPlan}; try again`);
    this.connection.send({ kind: 'error', id, code, message });
  }
}

function read<T>(schema: ZodType<T>, operation: PlannerOperation, packet: object): T {
  const result = readPlannerRequest(schema, operation, packet);
  if (!result.ok) throw new ProductError('request_failed_validation', result.error);
  refuseUnheld(packet);
  return result.value;
}

/** Refuses values that the owner of the scene, or a client that reads the reply, could not hold. */
function refuseUnheld(packet: object): void {
  const [first] = findUnheldProblems(packet);
  if (first) throw new ProductError('request_failed_validation', first.message);
}

function parsePacket(text: string): object {
  let packet: unknown;
  try {
    packet = JSON.parse(text);
  } catch {
    packet = undefined;
  }
  if (typeof packet === 'object' && packet !== null && !Array.isArray(packet)) return packet;
  throw new ProductError('request_failed_validation', 'Bad packet: send a JSON object');
}

function idOf(packet: object): string | undefined {
  return 'id' in packet && typeof packet.id === 'string' ? startOfText(packet.id, 128) : undefined;
}

function isCancel(packet: object): boolean {
  return 'kind' in packet && packet.kind === 'cancel';
}
