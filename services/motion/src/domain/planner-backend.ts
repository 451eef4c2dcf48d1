import type { Pose } from '@cellwright/geometry';
import type { MovePlan, MoveTool } from './move/request.ts';
import type { SceneReport } from './scene/scene-report.ts';
import type { PlanningTask } from './task.ts';

/** Poses: REST base → REST tooltip of the TCP; the TCP in the tool0 frame, the flange without one. */
export interface ForwardQuestion {
  readonly joints: readonly number[];
  readonly tcp: Pose | undefined;
  /** Boxes that are checked as the tool, in the flange frame; undefined for those of the scene. */
  readonly toolBoxes?: MoveTool['boxes'] | undefined;
  readonly scene: PlanningTask['scene'];
}

export interface ForwardAnswer {
  readonly pose: Pose;
  /** Descriptions of the contacts. */
  readonly collisions: readonly string[];
  /** Links in contact, by their names in the model; none from a planner that does not report them. */
  readonly links: readonly string[];
  readonly isEndEffectorOutOfBounds: boolean;
  readonly isBodyOutOfBounds: boolean;
}

export interface InverseQuestion {
  readonly pose: Pose;
  readonly tcp: Pose | undefined;
  readonly seed: readonly number[];
  readonly solver: 'speed' | 'distance';
  /** True if only the best answer is needed. */
  readonly isBestOnly?: boolean;
  readonly scene: PlanningTask['scene'];
}

export interface InverseAnswer {
  readonly joints: readonly number[];
  readonly inCollision: boolean;
  readonly inJointLimits: boolean;
}

/**
 * A value or its promise: the built-in planner answers kinematics at once unless the scene is heavy, others are
 * asynchronous.
 */
export type Soon<T> = T | Promise<T>;

/** Checks an external plan like every other plan. */
export type PlanCheck = (task: AskedTask, plan: MovePlan, signal: AbortSignal) => Promise<MovePlan>;

/** Tasks for external planners. */
export type AskedTask = Extract<PlanningTask, { kind: 'move' | 'recovery' }>;

/** A planner: the built-in one, a remote one, or ROS. Failures are ProductErrors. */
export interface PlannerBackend {
  readonly name: 'builtIn' | 'remote' | 'ros2';
  /** Makes a plan. Aborting takes effect at once. */
  plan(task: AskedTask, signal: AbortSignal): Promise<MovePlan>;
  solveForward(question: ForwardQuestion): Soon<ForwardAnswer>;
  /** Returns the best first; empty when unreachable. */
  solveInverse(question: InverseQuestion): Soon<readonly InverseAnswer[]>;
  /** Returns a report for the client that changed a scene; absent in planners without one. */
  inspectScene?(scene: PlanningTask['scene']): Soon<SceneReport>;
  /** Returns the reason why the planner is unavailable; undefined when it is available. */
  findProblem(): string | undefined;
  close(): Promise<void>;
}
