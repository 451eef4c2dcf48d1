import { equipmentLiveStateSchema, type GripperRanges } from '@cellwright/domain/equipment';
import * as z from 'zod';
import {
  type CommandedCapability,
  type CommandedDevice,
  type DeviceFailureReason,
  type DeviceResult,
  resultSchemaOf,
} from './capability.ts';

/**
 * Command for any gripper. Widths are finger distances (or diameters) in metres: between the fingers when they close
 * inward on a part, over their outside when they open outward inside one.
 */
export const gripperCommandSchema = z.object({
  /**
   * 'move' moves the fingers to the width and fails when an obstacle holds them. 'force_grip' closes towards the width
   * with the force and succeeds when a part is held, or at the width.
   */
  control: z.enum(['move', 'force_grip']),
  widthMeters: z.number().min(0).max(1),
  direction: z.enum(['inward', 'outward']),
  /** Without this and a fraction, the kind's default applies. */
  forceNewtons: z.number().positive().max(10_000).optional(),
  /** Fraction of the gripper's maximum force, instead of `forceNewtons`. */
  forceFraction: z.number().min(0).max(1).optional(),
  /**
   * Fraction of the device's maximum speed; absent means the kind's default. A device without speed control ignores it.
   */
  speedFraction: z.number().min(0).max(1).optional(),
  /** Distance from the target that counts as reached. */
  toleranceMeters: z.number().min(0).max(1),
  /** True waits for the end of the motion; false for the device to accept the command. */
  waitForGrip: z.boolean(),
});
export type GripperCommand = z.infer<typeof gripperCommandSchema>;

export const gripperOutcomeSchema = z.object({
  /**
   * Exactly the commanded width if the fingers are there within the device's resolution; otherwise the measured width.
   */
  widthMeters: z.number(),
  gripDetected: z.boolean(),
});
export type GripperOutcome = z.infer<typeof gripperOutcomeSchema>;

/** Reason why a gripper did not carry out a command. */
export type GripperFailureReason = DeviceFailureReason;
export type GripperResult = DeviceResult<GripperOutcome>;

/** Live state of every gripper; a kind may add its own fields. */
export const gripperLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Finger distance in the direction of the last command; absent until the device has answered. */
  widthMeters: z.number().optional(),
  gripDetected: z.boolean(),
  direction: z.enum(['inward', 'outward']),
  /** Width of the last command since the service started, exactly as commanded. */
  targetWidthMeters: z.number().optional(),
  targetForceNewtons: z.number().optional(),
  /** Instead of newtons, for a gripper that takes its force as a fraction. */
  targetForceFraction: z.number().optional(),
});

/** Fields of a live state that show the fingers of a gripper. */
const fingersSchema = z.object({ connected: z.literal(true), externalWidthMeters: z.number() });

/**
 * Returns the width between the fingertips by the live state of a device, to 0.1 mm; undefined if it is unknown or the
 * device has no fingers.
 */
export function readFingerWidth(liveState: unknown): number | undefined {
  const fingers = fingersSchema.safeParse(liveState);
  return fingers.success ? Math.round(fingers.data.externalWidthMeters * 1e4) / 1e4 : undefined;
}

/** Limits of a gripper; its load on the arm is in its kind's `ToolDescription`. */
export interface GripperDescription extends GripperRanges {}

export type Gripper = CommandedDevice<GripperCommand, GripperOutcome>;

/** A part for simulated fingers: its outer width and the width of its hollow, metres. */
export interface SimulatedPart {
  readonly outerWidthMeters: number;
  readonly innerWidthMeters?: number | undefined;
}

/** Controls of a simulated gripper, for tests and simulated cells. */
export interface SimulatedGripper {
  /** Puts a part between the fingers, or removes it. */
  placePart(part: SimulatedPart | undefined): void;
  /** Motions and stops that were commanded, oldest first, each with all its values; the tests compare with it. */
  readonly commands: readonly SimulatedGripperCommand[];
  /**
   * Stops the fingers with a fault of the device's own, which it reports until a command acknowledges it. Absent if its
   * protocol reports no faults.
   */
  readonly showFault?: (() => void) | undefined;
}

export type SimulatedGripperCommand =
  | {
      readonly kind: 'grip';
      /** Absent if the protocol does not distinguish a move from a grip. */
      readonly control?: GripperCommand['control'] | undefined;
      /** Absent if the protocol has none; the width is then that between the fingertips. */
      readonly direction?: GripperCommand['direction'] | undefined;
      /** Absent for a grip that closes until it makes contact. */
      readonly widthMeters?: number | undefined;
      readonly forceNewtons?: number | undefined;
      /** Force of a device that takes it as a fraction. */
      readonly forceFraction?: number | undefined;
      /** Absent if the device takes no speed. */
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
