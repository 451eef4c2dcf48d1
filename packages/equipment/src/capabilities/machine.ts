import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/** 'unknown': the machine reports no status, or another one. */
export const machineStatuses = ['idle', 'running', 'fault', 'unknown'] as const;
/**
 * The request to run a program. 'requested': the machine has not taken it. 'done': it has run, and the end has not been
 * acknowledged. 'unknown': the machine cannot report it.
 */
export const programRequests = ['none', 'requested', 'running', 'done', 'unknown'] as const;

/** The largest program number of a control. */
export const maxProgramNumber = 99_999;

const programField = z.number().int().min(0).max(999_999_999);

export const machineCommandSchema = z.discriminatedUnion('action', [
  /** Reads the machine again. Changes nothing. */
  z.object({ action: z.literal('observe') }),
  /** Clears what is left of an earlier request, and checks that a program could be started. Starts nothing. */
  z.object({ action: z.literal('prepare') }),
  /** Requests a program, starts the cycle, and ends when the machine runs it. */
  z.object({ action: z.literal('start'), program: programField }),
  /** Takes note of the end of a program. */
  z.object({ action: z.literal('acknowledge') }),
  /** Signals whether the robot is clear of the machine. */
  z.object({ action: z.literal('setCellSafe'), isSafe: z.boolean() }),
]);
export type MachineCommand = z.infer<typeof machineCommandSchema>;

export const machineReadingSchema = z.object({
  status: z.enum(machineStatuses),
  request: z.enum(programRequests),
  /** Number that was requested last; absent while nothing is known of it. */
  requestedProgram: z.number().optional(),
  /** Program that is selected at the control: 'O09000', 'MDI'. */
  program: z.string().optional(),
  partCount: z.number().optional(),
  /** 'hhhhh:mm:ss', as the control writes it. */
  lastCycle: z.string().optional(),
  /** Status text of the control if it is neither idle nor running. */
  detail: z.string().optional(),
});
export type MachineReading = z.infer<typeof machineReadingSchema>;

export const machineLiveStateSchema = equipmentLiveStateSchema.extend({
  machine: machineReadingSchema.default({ status: 'unknown', request: 'unknown' }),
  /** True while the machine has the signal that the robot is clear of it; absent for a machine without that signal. */
  isCellSafe: z.boolean().optional(),
});

export interface MachineDescription {
  /** True if a request names the program. */
  readonly choosesProgram: boolean;
  /** True if the machine has a signal for the robot being clear of it. */
  readonly hasCellSafe: boolean;
  /** Address of its Haas control, 'host:port'; absent for other machines. */
  readonly endpoint?: string;
}

/** A simulated machine as a test or a simulated cell handles it. */
export interface SimulatedMachine {
  /** Presses the cycle-start button on the panel. */
  pressCycleStart(): void;
  /** Shows an alarm, or clears it. */
  setAlarm(isOn: boolean): void;
  /** Length of a cycle from now on, ms. */
  setCycleTime(ms: number): void;
  /** Everything that the machine did on command, oldest first: the oracle of the tests. */
  readonly commands: readonly SimulatedMachineCommand[];
}

export type SimulatedMachineCommand =
  | { readonly kind: 'request'; readonly program: number; readonly at: number }
  | { readonly kind: 'cycle'; readonly program: number; readonly at: number }
  | { readonly kind: 'cellSafe'; readonly isSafe: boolean; readonly at: number };

export const machineCapability: CommandedCapability<
  MachineCommand,
  MachineReading,
  MachineDescription,
  SimulatedMachine
> = {
  label: 'machine tool',
  command: machineCommandSchema,
  outcome: machineReadingSchema,
  failureKind: 'HaasFailure',
  deadlineMS: 20_000,
  example: {
    command: { action: 'start', program: 100 },
    outcome: { status: 'running', request: 'running', requestedProgram: 100 },
  },
  changesNothing: ({ action }) => action === 'observe',
};
