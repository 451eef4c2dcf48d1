import { equipmentLiveStateSchema, type GripperRanges } from '@cellwright/domain';
import * as z from 'zod';
import {
  type CommandedCapability,
  type CommandedDevice,
  type DeviceFailureReason,
  type DeviceResult,
  resultSchemaOf,
} from './capability.ts';

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
  /** Of the device's highest speed; absent means the kind's default. A device without a choice of speed ignores it. */
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
export type GripperFailureReason = DeviceFailureReason;
export type GripperResult = DeviceResult<GripperOutcome>;

/** What every gripper's live state has; a kind may add its own. */
export const gripperLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Finger distance in the direction of the last command; absent until the device has answered. */
  widthMeters: z.number().optional(),
  gripDetected: z.boolean(),
  direction: z.enum(['inward', 'outward']),
  /** What the last command since the service started asked for, exactly as asked. */
  targetWidthMeters: z.number().optional(),
  targetForceNewtons: z.number().optional(),
  /** Instead of newtons, of a gripper that takes its force as a fraction. */
  targetForceFraction: z.number().optional(),
});

/** What a gripper can do; what it adds to the arm is its kind's `ToolDescription`. */
export interface GripperDescription extends GripperRanges {}

export type Gripper = CommandedDevice<GripperCommand, GripperOutcome>;

/** A part for simulated fingers to meet: its width from outside, and that of the hollow in it, metres. */
export interface SimulatedPart {
  readonly outerWidthMeters: number;
  readonly innerWidthMeters?: number | undefined;
}

/** What a test or a simulated cell does to a simulated gripper. */
export interface SimulatedGripper {
  /** Puts a part between the fingers, or takes it away. */
  placePart(part: SimulatedPart | undefined): void;
  /** Motions and stops the device was told, oldest first, each with every value that it was told: the oracle of the tests. */
  readonly commands: readonly SimulatedGripperCommand[];
  /** Stops the fingers for a fault of the device's own, which it tells until a command acknowledges it. Absent where its protocol tells of none. */
  readonly showFault?: (() => void) | undefined;
}

export type SimulatedGripperCommand =
  | {
      readonly kind: 'grip';
      /** Absent where the protocol does not tell a move from a grip. */
      readonly control?: GripperCommand['control'] | undefined;
      /** Absent where the protocol has none: then the width is that between the fingertips. */
      readonly direction?: GripperCommand['direction'] | undefined;
      /** Absent of a grip that closes until it meets something. */
      readonly widthMeters?: number | undefined;
      readonly forceNewtons?: number | undefined;
      /** Of a device that takes its force as a fraction. */
      readonly forceFraction?: number | undefined;
      /** Absent where the device takes no speed. */
      readonly speedFraction?: number | undefined;
      readonly at: number;
    }
  | { readonly kind: 'stop'; readonly at: number };

export const gripperCapability: CommandedCapability<
  GripperCommand,
  GripperOutcome,
  GripperDescription,
  SimulatedGripper
> = {
  label: 'gripper',
  command: gripperCommandSchema,
  outcome: gripperOutcomeSchema,
  failureKind: 'GripperFailure',
  deadlineMS: 15_000,
  example: {
    command: {
      control: 'force_grip',
      widthMeters: 0.045,
      direction: 'inward',
      forceNewtons: 45,
      toleranceMeters: 0.003,
      waitForGrip: true,
    },
    outcome: { widthMeters: 0.05, gripDetected: true },
  },
};
export const gripperResultSchema = resultSchemaOf(gripperCapability);
