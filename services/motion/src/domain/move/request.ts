import type { Pose } from '@cellwright/geometry';
import type { Trajectory } from '@cellwright/trajectory';

/** Caps of a plan or a segment: rad/s, rad/s², rad/s³, m/s at the TCP. What is absent is the arm's own. */
export interface LimitCaps {
  readonly jointVelocities?: readonly number[] | undefined;
  readonly jointAccelerations?: readonly number[] | undefined;
  readonly jointJerks?: readonly number[] | undefined;
  readonly toolSpeed?: number | undefined;
}

export interface MoveTarget {
  /** Joint angles (rad), or a pose: REST base → REST tooltip of the TCP. */
  readonly target: { readonly joints: readonly number[] } | { readonly pose: Pose };
  readonly motionKind: 'joint' | 'line' | 'rotation' | 'line_inc';
  /** 1–100 % of the velocity limits. */
  readonly speedPercent: number;
  /** Metres; 0 stops exactly. */
  readonly blendRadius: number;
  readonly stopHere: boolean;
  readonly limits: LimitCaps;
  /** The pose is meant for the flange instead of the tool. */
  readonly usesFlange: boolean;
}

export interface MoveTool {
  /** TCP in the flange (tool0) frame. */
  readonly tcp: Pose;
  /** Boxes by the pose of their centre in the flange frame and their full lengths, metres. */
  readonly boxes: readonly { readonly pose: Pose; readonly size: readonly [number, number, number] }[];
}

export interface MoveRequest {
  readonly startJoints: readonly number[];
  readonly targets: readonly MoveTarget[];
  readonly limits: LimitCaps;
  readonly tool: MoveTool;
  /** Joint moves may go round what is in their way; otherwise they are refused. */
  readonly mayAvoid?: boolean;
  /** Of everything random. */
  readonly seed?: number;
  /** Ways round that were found before, by target: taken when they are still clear. */
  readonly knownDetours?: readonly Detour[];
}

/** A way round, straight in joint space from waypoint to waypoint, from before its target to it. */
export interface Detour {
  readonly targetIndex: number;
  readonly waypoints: readonly (readonly number[])[];
}

export type MoveFailureKind =
  | 'invalidRequest'
  | 'unreachable'
  | 'jointLimits'
  | 'startInCollision'
  | 'goalInCollision'
  | 'pathInCollision'
  | 'singularity'
  | 'budgetSpent'
  | 'staleScene';

export interface MoveFailure {
  readonly kind: MoveFailureKind;
  /** In the operator's words: the joint, the place, the pair that touches. */
  readonly reason: string;
  readonly targetIndex: number;
}

/** A trajectory from standstill to standstill that serves the targets `firstTarget` to `lastTarget`. */
export interface MoveSegment {
  readonly trajectory: Trajectory;
  readonly firstTarget: number;
  readonly lastTarget: number;
  /** Seconds at which each of its targets is reached or passed. */
  readonly targetTimes: readonly number[];
  readonly distanceMeters: number;
}

export type MovePlan =
  | { readonly ok: true; readonly segments: readonly MoveSegment[]; readonly detours: readonly Detour[] }
  | { readonly ok: false; readonly failure: MoveFailure };
