import type { JointAngles, PlanCause, RobotKind, WirePose } from '@cellwright/domain';
import type { Vec3 } from '@cellwright/geometry';
import type { MotionCaps, MotionTarget, PortFailure } from '@cellwright/steps/framework';
import type { Trajectory } from '@cellwright/trajectory';

/** An end of a changer, counted from 1: what hangs there and its TCP in the flange frame. */
export interface ToolEndModel {
  readonly end: number;
  /** Null: nothing hangs there, and the TCP is the end itself. */
  readonly equipmentID: string | null;
  readonly name: string;
  readonly tcp: WirePose;
}

/** The tool as planning sees it: what is on the flange, in the flange (tool0) frame, metres and kg. */
export interface ToolModel {
  /** The device that hangs there; null on a bare flange. */
  readonly equipmentID: string | null;
  readonly name: string;
  readonly tcp: WirePose;
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Boxes by the pose of their centre and their full lengths. */
  readonly boxes: readonly { readonly pose: WirePose; readonly size: Vec3 }[];
  /** Of a changer: its ends, and the one whose TCP is that of the tool. */
  readonly ends?: readonly ToolEndModel[] | undefined;
  readonly activeEnd?: number | undefined;
}

export interface PlanRequest {
  readonly robotKind: RobotKind;
  readonly startJoints: JointAngles;
  readonly targets: readonly MotionTarget[];
  readonly limits?: MotionCaps | undefined;
  readonly tool: ToolModel;
  readonly payloadMassKg: number;
  /** Joint moves may go round what is in their way, and reach a pose in another posture than the nearest. */
  readonly mayAvoid: boolean;
  readonly seed: number;
  /** Neither taken from the plan cache nor kept there. Default false. */
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
  /** What would touch what on the straight way, in the operator's words. */
  readonly reason: string;
  readonly isOtherPosture: boolean;
}

export type PlanProgress = 'acknowledged' | 'receiving';

export interface PlanFailure extends PortFailure {
  /** The target at fault. */
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

/** Plans moves. The whole plan or nothing: a plan that breaks off is a failure, and none of it is executed. */
export interface Planner {
  plan(
    request: PlanRequest,
    options: { readonly signal: AbortSignal; readonly onProgress?: (progress: PlanProgress) => void },
  ): Promise<PlanResult>;
  /**
   * Joint angles that reach a pose (REST base → REST tooltip of `tcp`): those that touch nothing first, and then nearest to
   * the seed; empty when unreachable.
   */
  inverseKinematics(
    robotKind: RobotKind,
    pose: WirePose,
    tcp: WirePose,
    seed: JointAngles,
  ): Promise<readonly JointAngles[]>;
  /** Forgets the plans of all robots. @throws ProductError unavailable when the planner cannot be reached. */
  clearPlanCache(): Promise<void>;
}
