import { equipmentLiveStateSchema } from '@cellwright/domain';
import * as z from 'zod';
import type { CommandedCapability, CommandedDevice } from './capability.ts';

/** What a register holds; booleans are 0 and anything else. */
export const registerValueSchema = z.union([z.number(), z.boolean()]);
export type RegisterValue = z.infer<typeof registerValueSchema>;

/** A register of a device, by its id or its name. */
const registerNameSchema = z.string().min(1).max(200);
const namedValueSchema = z.object({ register: registerNameSchema, value: registerValueSchema });
export type NamedRegisterValue = z.infer<typeof namedValueSchema>;

/** What is asked of a device with registers: read some, or write some, in their order. */
export const registersCommandSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('read'), registers: z.array(registerNameSchema).min(1).max(64) }),
  z.object({ operation: z.literal('write'), values: z.array(namedValueSchema).min(1).max(64) }),
]);
export type RegistersCommand = z.infer<typeof registersCommandSchema>;

/** Each register as it was named in the command, with what it holds or was given. */
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

/** The live values of a device with registers: those of the last reading, in the order of its configuration. */
export const registersLiveStateSchema = equipmentLiveStateSchema.extend({
  registers: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Absent until the device has answered for it. */
        value: registerValueSchema.optional(),
        /** Why this one is not known while others are. */
        problem: z.string().optional(),
      }),
    )
    .default([]),
});

/** What a test or a simulated cell does to simulated registers. */
export interface SimulatedRegisters {
  /** What a register holds now, by id. */
  get(id: string): RegisterValue;
  /** As the device itself would change it, input registers too. */
  set(id: string, value: RegisterValue): void;
  /** Writes the device was told, oldest first: the oracle of the fault tests. */
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

/** The register that an id or, where no id is such, a name means. */
export function findRegister<Register extends { readonly id: string; readonly name: string }>(
  registers: readonly Register[],
  wanted: string,
): Register | undefined {
  return registers.find(({ id }) => id === wanted) ?? registers.find(({ name }) => name === wanted);
}
