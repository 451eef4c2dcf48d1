import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CommandedCapability, CommandedDevice } from './capability.ts';

/** Value of a register. A boolean register is true for any value but 0. */
export const registerValueSchema = z.union([z.number(), z.boolean()]);
export type RegisterValue = z.infer<typeof registerValueSchema>;

/** A register of a device, by its id or its name. */
const registerNameSchema = z.string().min(1).max(200);
const namedValueSchema = z.object({ register: registerNameSchema, value: registerValueSchema });
export type NamedRegisterValue = z.infer<typeof namedValueSchema>;

/** Command for a device with registers: reads some or writes some, in order. */
export const registersCommandSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('read'), registers: z.array(registerNameSchema).min(1).max(64) }),
  z.object({ operation: z.literal('write'), values: z.array(namedValueSchema).min(1).max(64) }),
]);
export type RegistersCommand = z.infer<typeof registersCommandSchema>;

/** Each register as named in the command, with the value that was read or written. */
export const registersOutcomeSchema = z.object({ values: z.array(namedValueSchema) });
export type RegistersOutcome = z.infer<typeof registersOutcomeSchema>;

/** A register as steps and screens see it. */
export interface RegisterDescription {
  readonly id: string;
  readonly name: string;
  readonly isWritable: boolean;
}
export interface RegistersDescription {
  readonly registers: readonly RegisterDescription[];
}

/** Live values of a device with registers: those of the last reading, in the order of its configuration. */
export const registersLiveStateSchema = equipmentLiveStateSchema.extend({
  registers: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Absent until the device has answered for this register. */
        value: registerValueSchema.optional(),
        /** Reason why this register cannot be read while others can. */
        problem: z.string().optional(),
      }),
    )
    .default([]),
});

/** Controls of simulated registers, for tests and simulated cells. */
export interface SimulatedRegisters {
  /** Returns the current value of a register, by id. */
  get(id: string): RegisterValue;
  /** Changes a register as the device itself would, input registers too. */
  set(id: string, value: RegisterValue): void;
  /** Writes that the device received, oldest first; the fault tests compare with it. */
  readonly writes: readonly { readonly offset: number; readonly values: readonly number[] }[];
}

export type RegistersDevice = CommandedDevice<RegistersCommand, RegistersOutcome>;

export const registersCapability: CommandedCapability<
  RegistersCommand,
  RegistersOutcome,
  RegistersDescription,
  SimulatedRegisters
> = {
  label: 'device with registers',
  command: registersCommandSchema,
  outcome: registersOutcomeSchema,
  failureKind: 'NetworkRequestFailure',
  deadlineMS: 60_000,
  example: {
    command: { operation: 'read', registers: ['Part count'] },
    outcome: { values: [{ register: 'Part count', value: 3 }] },
  },
};

/** Finds a register by id, or by name if no id matches. */
export function findRegister<Register extends { readonly id: string; readonly name: string }>(
  registers: readonly Register[],
  wanted: string,
): Register | undefined {
  return registers.find(({ id }) => id === wanted) ?? registers.find(({ name }) => name === wanted);
}
