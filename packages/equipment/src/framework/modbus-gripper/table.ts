/** Register map of a Modbus gripper, for reading and writing, used by the shared driver and simulator. */
import type { NumberRange } from '@cellwright/domain/equipment';
import type { GripperCommand, GripperDescription } from '../../capabilities/gripper.ts';

/** A complete command: the kind's defaults are filled in, and it is within the ranges. */
export interface GripperOrder {
  readonly control: GripperCommand['control'];
  readonly direction: GripperCommand['direction'];
  readonly widthMeters: number;
  /** For a gripper that takes newtons; 0 for one that takes a fraction. */
  readonly forceNewtons: number;
  /** Fraction of the maximum force. */
  readonly forceFraction: number;
  readonly speedFraction: number;
}

/** Result of one poll of the registers. */
export interface GripperReading {
  readonly isBusy: boolean;
  readonly gripDetected: boolean;
  /** Width in each direction, metres: between the fingers, and over their outside. */
  readonly widthMeters: Readonly<Record<GripperCommand['direction'], number>>;
  /** Width range of an outer grip that the device reports for its mounted fingers; absent if it reports none. */
  readonly reach?: NumberRange | undefined;
  /** Reason why the device carries out nothing, for the operator; absent without a problem. */
  readonly problem?: string | undefined;
  /** True if it moves only after `prepare`. */
  readonly needsPreparation?: boolean | undefined;
}

/** One request: all values together, starting at `offset` (0-based). */
export interface RegisterWrite {
  readonly offset: number;
  readonly values: readonly number[];
}

/** Registers of one kind, given the device's configuration. */
export interface ModbusGripperTable {
  readonly description: GripperDescription;
  /** Resolution of the device, metres: within one of these it is at its target. */
  readonly resolutionMeters: number;
  /** Ranges read at every poll, in this order. */
  readonly reads: readonly { readonly offset: number; readonly count: number }[];
  /** @param registers one list for each entry of `reads`. */
  decode(registers: readonly (readonly number[])[]): GripperReading;
  /** Returns the writes of a command: the last write starts the motion, those before only prepare it. */
  encode(order: GripperOrder): readonly RegisterWrite[];
  /** Returns the write that stops the fingers at their position; `registers` are those of `beforeStop`. */
  stop(registers: readonly number[]): RegisterWrite;
  /** Registers read just before a stop, for a device that is stopped by a command to its current position. */
  readonly beforeStop?: { readonly offset: number; readonly count: number };
  /** Write that initialises a device that `needsPreparation`; complete when a reading no longer reports it. */
  readonly prepare?: RegisterWrite;
}

/** Connection of a Modbus gripper, in every such kind's configuration. */
export interface ModbusGripperConfig {
  readonly kind: string;
  readonly name: string;
  readonly unitID: number;
  readonly connectTimeoutMS: number;
  readonly timeoutMS: number;
}
