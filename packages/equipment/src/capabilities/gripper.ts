import { equipmentLiveStateSchema, type GripperRanges } from '@cellwright/domain';
import { z } from 'zod';

/**
 * What is asked of a gripper, whichever it is. Widths are finger distances (or diameters) in metres: between the
 * fingers when they close inward on a part, over their outside when they open outward inside one.
 */
export const gripperCommandSchema = z.object({
  /**
   * 'move' brings the fingers to the width and fails when something holds them off it. 'force_grip' closes towards the
   * width with the force and succeeds when a part is held, or at the width.
   */
  control: z.enum(['move', 'force_grip']),
  widthMeters: z.number().min(0).max(1),
  direction: z.enum(['inward', 'outward']),
  /** Absent, and no fraction either, means the kind's default. */
  forceNewtons: z.number().positive().max(10_000).optional(),
  /** Of the gripper's largest force, instead of `forceNewtons`. */
  forceFraction: z.number().min(0).max(1).optional(),
  /** Of the device's highest speed; absent means the kind's default. */
  speedFraction: z.number().min(0).max(1).optional(),
  /** How far from the target counts as reached. */
  toleranceMeters: z.number().min(0).max(1),
  /** True waits for the end of the motion; false for the device to have taken the command. */
  waitForGrip: z.boolean(),
});
export type GripperCommand = z.infer<typeof gripperCommandSchema>;

export const gripperOutcomeSchema = z.object({
  /** The commanded width, exactly, when the fingers are there within the device's resolution; else what it measures. */
  widthMeters: z.number(),
  gripDetected: z.boolean(),
});
export type GripperOutcome = z.infer<typeof gripperOutcomeSchema>;

/** Why a gripper did not do what it was told. */
const gripperFailureReasonSchema = z.enum([
  /** Outside what this gripper can do; nothing was sent. */
  'outOfRange',
  /** Still carrying out an earlier command; nothing was sent. */
  'busy',
  /** No connection; nothing was sent. */
  'unreachable',
  /** The device refused the command or answered nonsense. */
  'deviceFault',
  /** The motion ended off the target without a grip. */
  'targetNotReached',
  /** The motion did not end in time; it was told to stop. */
  'timeout',
  /** The command was sent, and the connection lost before the outcome was known. */
  'outcomeUnknown',
]);
export type GripperFailureReason = z.infer<typeof gripperFailureReasonSchema>;

/** How a command ended. `stopped`: a stop ended it. */
export const gripperResultSchema = z.union([
  z.object({ ok: z.literal(true), value: gripperOutcomeSchema }),
  z.object({
    ok: z.literal(false),
    failure: z.object({
      kind: z.literal('GripperFailure'),
      reason: gripperFailureReasonSchema,
      /** For the operator: what is wrong and what to do next. */
      message: z.string(),
      /** Nothing was done, and the same command may succeed in a moment. */
      mayRetry: z.boolean(),
    }),
  }),
  z.object({ ok: z.literal(false), stopped: z.literal(true) }),
]);
export type GripperResult = z.infer<typeof gripperResultSchema>;

/** What every gripper's live state has; a kind may add its own. */
export const gripperLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Finger distance in the direction of the last command; absent until the device has answered. */
  widthMeters: z.number().optional(),
  gripDetected: z.boolean(),
  direction: z.enum(['inward', 'outward']),
  /** What the last command since the service started asked for, exactly as asked. */
  targetWidthMeters: z.number().optional(),
  targetForceNewtons: z.number().optional(),
});

/** What a gripper can do; what it adds to the arm is its kind's `ToolDescription`. */
export interface GripperDescription extends GripperRanges {}

/** A gripper to command. */
export interface Gripper {
  /**
   * Carries out one command. Never rejects. When the signal aborts, a motion under way is stopped and a command that
   * was not sent yet is never sent.
   */
  actuate(command: GripperCommand, signal: AbortSignal): Promise<GripperResult>;
}

/** A part for simulated fingers to meet: its width from outside, and that of the hollow in it, metres. */
export interface SimulatedPart {
  readonly outerWidthMeters: number;
  readonly innerWidthMeters?: number | undefined;
}

/** What a test or a simulated cell does to a simulated gripper. */
export interface SimulatedGripper {
  /** Puts a part between the fingers, or takes it away. */
  placePart(part: SimulatedPart | undefined): void;
  /** Motions and stops the device was told, oldest first: the oracle of the fault tests. */
  readonly commands: readonly SimulatedGripperCommand[];
}

export type SimulatedGripperCommand =
  | {
      readonly kind: 'grip';
      readonly direction: 'inward' | 'outward';
      readonly widthMeters: number;
      readonly at: number;
    }
  | { readonly kind: 'stop'; readonly at: number };
