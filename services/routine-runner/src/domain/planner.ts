import type { PlanCause } from '@cellwright/domain/motion';
import type { JointAngles, RobotKind, WirePose } from '@cellwright/domain/robot';
import type { Vec3 } from '@cellwright/geometry';
import type { MotionCaps, MotionTarget, PortFailure } from '@cellwright/steps/framework';
import type { Trajectory } from '@cellwright/trajectory';

/** An end of a changer, counted from 1, with its tool and its TCP in the flange frame. */
export interface ToolEndModel {
  readonly end: number;
  /** Null without a tool, when the TCP is the end itself. */
  readonly equipmentID: string | null;
  readonly name: string;
  readonly tcp: WirePose;
}

/** Box of a tool. */
export interface ToolBoxModel {
  readonly pose: WirePose;
  readonly size: Vec3;
  /** Movement of a finger: displacement per metre that the fingers of this device close from their widest. */
  readonly finger?: {
    readonly equipmentID: string;
    readonly widest: number;
    readonly closing: Vec3;
    readonly isPair?: boolean;
  };
}

/** The tool on the flange for planning, in the flange (tool0) frame, metres and kg. */
export interface ToolModel {
  /** Device on the flange; null on a bare flange. */
  readonly equipmentID: string | null;
  readonly name: string;
  readonly tcp: WirePose;
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Boxes by the pose of their centre and their full lengths; fingers at their widest. */
  readonly boxes: readonly ToolBoxModel[];
  /** Ends of a changer, and the one whose TCP is that of the tool. */
  readonly ends?: readonly ToolEndModel[] | undefined;
  readonly activeEnd?: number | undefined;
  /** Optical frame of the calibrated wrist camera. */
  readonly wristCamera?: WirePose | undefined;
}

export interface PlanRequest {
  readonly robotKind: RobotKind;
  readonly startJoints: JointAngles;
  readonly targets: readonly MotionTarget[];
  readonly limits?: MotionCaps | undefined;
  readonly tool: ToolModel;
  readonly payloadMassKg: number;
  /** True if joint moves may make detours, and reach a pose in another posture than the nearest. */
  readonly mayAvoid: boolean;
  readonly seed: number;
  /** True if the plan cache is neither read nor written. Default false. */
  readonly skipsCache?: boolean;
}

/** A trajectory from standstill to standstill that serves the targets `firstTarget` to `lastTarget`. */
export interface PlannedSegment {
  readonly trajectory: Trajectory;
  readonly firstTarget: number;
  readonly lastTarget: number;
  /** Path times, s, at which each of its targets is reached or passed. */
  readonly targetTimes: readonly number[];
  readonly distanceMeters: number;
}

/** A joint move that does not go straight to the nearest posture. */
export interface PlannedDetour {
  readonly targetIndex: number;
  /** Message for the operator with the pair that would touch on the straight way. */
  readonly reason: string;
  readonly isOtherPosture: boolean;
}

export type PlanProgress = 'acknowledged' | 'receiving';

export interface PlanFailure extends PortFailure {
  /** Index of the faulty target. */
  readonly targetIndex?: number | undefined;
  /** The message in a form that clients translate. */
  readonly causes?: readonly PlanCause[] | undefined;
  /** No joint angles reach it. */
  readonly isUnreachable?: boolean | undefined;
}

export type PlanResult =
  | {
      readonly ok: true;
      readonly segments: readonly PlannedSegment[];
      readonly detours: readonly PlannedDetour[];
    }
  | { readonly ok: false; readonly failure: PlanFailure }
  | { readonly ok: false; readonly stopped: true };

/** Returns what would touch what in a posture, in the scene of the robot, with the colliding links of the arm. */
export type CheckPosture = (
  robotKind: RobotKind,
  joints: JointAngles,
  tool: ToolModel,
) => Promise<{ readonly collisions: readonly string[]; readonly links: readonly string[] }>;

/** Plans moves. The whole plan or nothing: an incomplete plan is a failure, and none of it is executed. */
export interface Planner {
  plan(
    request: PlanRequest,
    options: { readonly signal: AbortSignal; readonly onProgress?: (progress: PlanProgress) => void },
  ): Promise<PlanResult>;
  /**
   * Returns joint angles for a pose (REST base → REST tooltip of `tcp`): those without contact first, then nearest to
   * the seed; empty when unreachable.
   */
  inverseKinematics(
    robotKind: RobotKind,
    pose: WirePose,
    tcp: WirePose,
    seed: JointAngles,
  ): Promise<readonly JointAngles[]>;
  /** Deletes the cached plans of all robots. @throws ProductError unavailable when the planner cannot be reached. */
  clearPlanCache(): Promise<void>;
}
