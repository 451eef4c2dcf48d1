/** What a Modbus gripper is to the driver and the simulator that all of them share: its registers, read and written. */
import type { NumberRange } from '@cellwright/domain';
import type { GripperCommand, GripperDescription } from '../../capabilities/gripper.ts';

/** A command with everything decided: the kind's defaults are filled in, and it is within the ranges. */
export interface GripperOrder {
  readonly control: GripperCommand['control'];
  readonly direction: GripperCommand['direction'];
  readonly widthMeters: number;
  /** Of a gripper that takes newtons; 0 of one that takes a fraction. */
  readonly forceNewtons: number;
  /** Of the largest force. */
  readonly forceFraction: number;
  readonly speedFraction: number;
}

/** What one poll of the registers says. */
export interface GripperReading {
  readonly isBusy: boolean;
  readonly gripDetected: boolean;
  /** In each direction, metres: between the fingers, and over their outside. */
  readonly widthMeters: Readonly<Record<GripperCommand['direction'], number>>;
  /** Widths of a grip from outside that the device says its fingers, as they are mounted, can do; where it says so. */
  readonly reach?: NumberRange | undefined;
  /** Why the device carries out nothing, for the operator; absent when it is well. */
  readonly problem?: string | undefined;
  /** It moves only after `prepare`. */
  readonly needsPreparation?: boolean | undefined;
}

/** One request: all values together, from `offset` (0-based) on. */
export interface RegisterWrite {
  readonly offset: number;
  readonly values: readonly number[];
}

/** The registers of one kind, given the device's configuration. */
export interface ModbusGripperTable {
  readonly description: GripperDescription;
  /** What the device can tell apart, metres: within one of these it is at its target. */
  readonly resolutionMeters: number;
  /** Read at every poll, in this order. */
  readonly reads: readonly { readonly offset: number; readonly count: number }[];
  /** @param registers those of `reads`, one list each. */
  decode(registers: readonly (readonly number[])[]): GripperReading;
  /** What is written for a command: the last write begins the motion, those before only set it up. */
  encode(order: GripperOrder): readonly RegisterWrite[];
  /** What stops the fingers where they are; `registers` are those that `beforeStop` names. */
  stop(registers: readonly number[]): RegisterWrite;
  /** Read just before a stop, by a device that is stopped by sending it where it is. */
  readonly beforeStop?: { readonly offset: number; readonly count: number };
  /** What makes a device move that `needsPreparation`; ends when a reading no longer says so. */
  readonly prepare?: RegisterWrite;
}

/** How to reach a Modbus gripper; every such kind's configuration has it. */
export interface ModbusGripperConfig {
  readonly kind: string;
  readonly name: string;
  readonly unitID: number;
  readonly connectTimeoutMS: number;
  readonly timeoutMS: number;
}
