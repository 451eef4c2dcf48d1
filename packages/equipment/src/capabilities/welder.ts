import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

export const weldProcesses = ['pulse', 'constantVoltage', 'unset'] as const;

/** Inches per minute of 1 m/s, as the specification of the machines has it. */
export const inchesPerMinute = 2362.206;
/** Ranges of the values that a machine may take; wire speed in m/s. */
export const weldRanges = {
  voltage: { minimum: 10, maximum: 44 },
  arcLength: { minimum: -10, maximum: 10 },
  arcControl: { minimum: 0, maximum: 50 },
  wireSpeed: { minimum: 50 / inchesPerMinute, maximum: 780 / inchesPerMinute },
} as const;

export const weldParametersSchema = z.object({
  process: z.enum(weldProcesses),
  /** V, for the process `constantVoltage`. */
  voltage: z.number(),
  /** For the process `pulse`, %. */
  arcLength: z.number(),
  arcControl: z.number(),
  /** m/s. */
  wireSpeed: z.number(),
});
export type WeldParameters = z.infer<typeof weldParametersSchema>;

export const welderCommandSchema = z.discriminatedUnion('action', [
  /** Reads the machine again. Changes nothing. */
  z.object({ action: z.literal('observe') }),
  z.object({ action: z.literal('setParameters'), parameters: weldParametersSchema }),
  /** Ends when the arc burns. */
  z.object({ action: z.literal('startArc') }),
  /** Ends the arc at once, also while it is being started, and checks the wire. */
  z.object({ action: z.literal('stopArc') }),
]);
export type WelderCommand = z.infer<typeof welderCommandSchema>;

export const weldFaults = ['arcLost', 'notHeld', 'wireStuck', 'touchSensed', 'machineFault', 'notReady'] as const;
export type WeldFault = (typeof weldFaults)[number];

/** Measured values of an arc; 0 without an arc. */
export const arcValuesSchema = z.object({
  /** V. */
  voltage: z.number(),
  /** A. */
  current: z.number(),
  /** m/s. */
  wireSpeed: z.number(),
});
export type ArcValues = z.infer<typeof arcValuesSchema>;

export const welderReadingSchema = z.object({
  arc: z.enum(['off', 'starting', 'on', 'unknown']),
  /** Fault that ended the arc or prevents it; absent without a fault. */
  fault: z.enum(weldFaults).optional(),
  /** Measured values, in the answer to `observe` while the arc is on; absent for a machine that does not report them. */
  values: arcValuesSchema.optional(),
});
export type WelderReading = z.infer<typeof welderReadingSchema>;

export const welderLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Absent for a machine that does not report them. */
  arcValues: arcValuesSchema.optional(),
  welder: welderReadingSchema.default({ arc: 'unknown' }),
});
export type WelderLiveState = z.infer<typeof welderLiveStateSchema>;

export interface WelderDescription {
  /** True if an arc can be started and seen. */
  readonly hasArcSignals: boolean;
  /** True if it takes voltage and wire speed; false if they are set on the machine. */
  readonly takesParameters: boolean;
  /** Maker with a message of its own for a machine that cannot be used. */
  readonly maker?: 'ESAB';
}

/** A simulated weld machine, as tests control it. */
export interface SimulatedWelder {
  /** Ends the arc though it is commanded, or lets it burn again. */
  loseArc(isLost: boolean): void;
  /** Lets the wire stick to the workpiece when the arc ends. */
  stickWire(isStuck: boolean): void;
  touch(isTouching: boolean): void;
  setReady(isReady: boolean): void;
  /** Commands that reached the machine, oldest first. */
  readonly commands: readonly SimulatedWelderCommand[];
}

export interface SimulatedWelderCommand {
  readonly isArcOn: boolean;
  readonly at: number;
}

export const welderCapability: CommandedCapability<WelderCommand, WelderReading, WelderDescription, SimulatedWelder> = {
  label: 'weld machine',
  command: welderCommandSchema,
  outcome: welderReadingSchema,
  failureKind: 'WeldFailure',
  deadlineMS: 20_000,
  example: { command: { action: 'startArc' }, outcome: { arc: 'on' } },
  changesNothing: ({ action }) => action === 'observe',
  requiredTool: ({ action }) => (action === 'startArc' ? 'torch' : undefined),
};
