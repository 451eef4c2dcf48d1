import type { PlanCause } from '@cellwright/domain';
import type { Pose, Vec3 } from '@cellwright/geometry';
import type { Trajectory } from '@cellwright/trajectory';

/** Caps of a plan or a segment: rad/s, rad/s², rad/s³, m/s and m/s² at the TCP. What is absent is the arm's own. */
export interface LimitCaps {
  readonly maxJointSpeeds?: readonly number[] | undefined;
  readonly maxJointAccelerations?: readonly number[] | undefined;
  readonly maxJointJerks?: readonly number[] | undefined;
  readonly maxTooltipSpeed?: number | undefined;
  readonly maxTooltipAcceleration?: number | undefined;
}

/**
 * How a target is gone to. `joint`: straight in joint space. The others move the TCP, on the branch that the arm is on,
 * the orientation turning evenly the short way: `line` straight to the target; `line_inc` the same, since targets are
 * places and never offsets (relative moves are worked out by the caller); `rotation` takes only the orientation
 * of the target and turns about the TCP, which stays where it is; `arc` along the circle through `via`, at a
 * tool speed that is constant between the accelerations.
 */
export type MotionKind = 'joint' | 'line' | 'rotation' | 'line_inc' | 'arc';

export interface MoveTarget {
  /** Joint angles (rad), or a pose: REST base → REST tooltip of the TCP. */
  readonly target: { readonly joints: readonly number[] } | { readonly pose: Pose };
  readonly motionKind: MotionKind;
  /** Where an arc passes through on its way: its position, REST base; an arc needs one, nothing else has one. */
  readonly via?: Pose;
  /** 1–100 % of the velocity limits. */
  readonly motionSpeed: number;
  /** Metres; 0 stops exactly. */
  readonly blendRadius: number;
  readonly stopHere: boolean;
  readonly limits: LimitCaps;
  /** The pose is meant for the flange instead of the tool. */
  readonly usesFlange: boolean;
  /** Or for this point (flange frame): a changer has a TCP for each of its ends. Absent: that of the tool. */
  readonly tcp?: Pose | undefined;
  /** Joint moves only: they then choose their way, whether or not they may avoid, and begin and end at standstill. */
  readonly keepToolAxis?: KeptAxis | undefined;
}

/** An axis of the flange (tool0 frame) that points, all along a move, to where it points at its start. */
export interface KeptAxis {
  readonly axis: Vec3;
  /** How far it may lean, rad. */
  readonly tolerance: number;
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
  /** What the arm carries, kg. No limit depends on it yet; plans for different payloads are kept apart all the same. */
  readonly payloadMassKg?: number;
  /**
   * Joint moves may go round what is in their way, and reach a pose in any posture; otherwise a joint move goes straight
   * to the nearest posture or is refused.
   */
  readonly mayAvoid?: boolean;
  /** Neither taken from the plan cache nor kept there. */
  readonly skipsCache?: boolean;
  /** Of everything random. */
  readonly seed?: number;
  /** Ways round that were found before, by target: taken when they are still clear. */
  readonly knownDetours?: readonly Detour[];
}

/** A way that is not the straight one to the nearest posture: straight in joint space from waypoint to waypoint. */
export interface Detour {
  readonly targetIndex: number;
  /** From before the target to it. */
  readonly waypoints: readonly (readonly number[])[];
  /** What would touch what on the straight way, in the operator's words. */
  readonly reason: string;
  /** The pose is reached in another posture than the nearest. */
  readonly isOtherPosture: boolean;
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

/** Why something is refused: in the operator's words, and in a form that clients translate. */
export interface Reason {
  readonly reason: string;
  readonly causes?: readonly PlanCause[];
}

export interface MoveFailure extends Reason {
  readonly kind: MoveFailureKind;
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
