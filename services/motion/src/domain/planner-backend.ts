import type { Pose } from '@cellwright/geometry';
import type { MovePlan } from './move/request.ts';
import type { SceneReport } from './scene/scene-report.ts';
import type { PlanningTask } from './task.ts';

/** Poses: REST base → REST tooltip of the TCP; the TCP in the tool0 frame, the flange without one. */
export interface ForwardQuestion {
  readonly joints: readonly number[];
  readonly tcp: Pose | undefined;
  readonly scene: PlanningTask['scene'];
}

export interface ForwardAnswer {
  readonly pose: Pose;
  /** What touches, in words. */
  readonly collisions: readonly string[];
  readonly isEndEffectorOutOfBounds: boolean;
  readonly isBodyOutOfBounds: boolean;
}

export interface InverseQuestion {
  readonly pose: Pose;
  readonly tcp: Pose | undefined;
  readonly seed: readonly number[];
  readonly solver: 'speed' | 'distance';
  /** One answer will do, the best. */
  readonly isBestOnly?: boolean;
  readonly scene: PlanningTask['scene'];
}

export interface InverseAnswer {
  readonly joints: readonly number[];
  readonly inCollision: boolean;
  readonly inJointLimits: boolean;
}

/** Values, or promises of them: the built-in planner answers kinematics at once unless the scene is heavy, others have to ask. */
export type Soon<T> = T | Promise<T>;

/** Holds a plan that somebody else made to what every plan is held to. */
export type PlanCheck = (task: AskedTask, plan: MovePlan, signal: AbortSignal) => Promise<MovePlan>;

/** What external planners are asked for. */
export type AskedTask = Extract<PlanningTask, { kind: 'move' | 'recovery' }>;

/** Who plans: the built-in planner, a remote one, or ROS. Failures to answer are ProductErrors. */
export interface PlannerBackend {
  readonly name: 'builtIn' | 'remote' | 'ros2';
  /** Aborting takes effect at once. */
  plan(task: AskedTask, signal: AbortSignal): Promise<MovePlan>;
  solveForward(question: ForwardQuestion): Soon<ForwardAnswer>;
  /** Best first; empty when unreachable. */
  solveInverse(question: InverseQuestion): Soon<readonly InverseAnswer[]>;
  /** What the client that changed a scene should hear of it; left out where that is not known. */
  inspectScene?(scene: PlanningTask['scene']): Soon<SceneReport>;
  /** Why it cannot be used right now; undefined when it can. */
  findProblem(): string | undefined;
  close(): Promise<void>;
}
