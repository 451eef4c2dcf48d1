import type { PlanCause } from '@cellwright/domain/motion';
import type { Pose, Vec3 } from '@cellwright/geometry';
import type { Trajectory, Weave } from '@cellwright/trajectory';

/**
 * Caps of a plan or a segment: rad/s, rad/s², rad/s³, m/s and m/s² at the TCP. The arm's own limit applies to an absent
 * one.
 */
export interface LimitCaps {
  readonly maxJointSpeeds?: readonly number[] | undefined;
  readonly maxJointAccelerations?: readonly number[] | undefined;
  readonly maxJointJerks?: readonly number[] | undefined;
  readonly maxTooltipSpeed?: number | undefined;
  readonly maxTooltipAcceleration?: number | undefined;
}

/**
 * Motion to a target. `joint`: straight in joint space. The others move the TCP, on the current branch of the arm, the
 * orientation turning evenly the short way: `line` straight to the target; `line_inc` the same, since targets are
 * places and never offsets (the caller computes relative moves); `rotation` uses only the orientation of the target and
 * turns about the TCP, which keeps its position; `arc` along the circle through `via`, at a tool speed that is constant
 * between the accelerations.
 */
export type MotionKind = 'joint' | 'line' | 'rotation' | 'line_inc' | 'arc';

export interface MoveTarget {
  /** Joint angles (rad), or a pose: REST base → REST tooltip of the TCP. */
  readonly target: { readonly joints: readonly number[] } | { readonly pose: Pose };
  readonly motionKind: MotionKind;
  /** Intermediate position of an arc, REST base; required for an arc, absent for all others. */
  readonly via?: Pose;
  /** Lines and arcs only: weaves over the path at the maximum TCP speed along the seam, from standstill to standstill. */
  readonly weave?: Weave | undefined;
  /** 1–100 % of the velocity limits. */
  readonly motionSpeed: number;
  /** Metres; 0 stops exactly. */
  readonly blendRadius: number;
  readonly stopHere: boolean;
  readonly limits: LimitCaps;
  /** True if the pose is for the flange instead of the tool. */
  readonly usesFlange: boolean;
  /**
   * Another point for the pose (flange frame): a changer has a TCP for each of its ends. Absent: the TCP of the tool.
   */
  readonly tcp?: Pose | undefined;
  /**
   * Joint moves only: they then choose their way, with or without permission for detours, and start and end at
   * standstill.
   */
  readonly keepToolAxis?: KeptAxis | undefined;
}

/** An axis of the flange (tool0 frame) that keeps its initial direction during a move. */
export interface KeptAxis {
  readonly axis: Vec3;
  /** Maximum tilt, rad. */
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
  /** Payload of the arm, kg. No limit depends on it yet; plans for different payloads are cached separately. */
  readonly payloadMassKg?: number;
  /**
   * True if joint moves may make detours round obstacles, and reach a pose in any posture; otherwise a joint move goes
   * straight to the nearest posture or is refused.
   */
  readonly mayAvoid?: boolean;
  /** True if the plan cache is neither read nor written. */
  readonly skipsCache?: boolean;
  /** Seed of all random choices. */
  readonly seed?: number;
  /** Detours that were found before, by target: used if they are still clear. */
  readonly knownDetours?: readonly Detour[];
}

/** A way other than the straight one to the nearest posture: straight in joint space from waypoint to waypoint. */
export interface Detour {
  readonly targetIndex: number;
  /** Waypoints from before the target to it. */
  readonly waypoints: readonly (readonly number[])[];
  /** Message for the operator with the pair that would touch on the straight way. */
  readonly reason: string;
  /** True if the pose is reached in another posture than the nearest. */
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

/** A trajectory from standstill to standstill for the targets `firstTarget` to `lastTarget`. */
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
