import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

export const doorPositions = ['open', 'closed', 'between', 'unknown'] as const;

/** One action of the door, by its id: 'open' or 'close'. */
export const doorCommandSchema = z.object({ action: z.string().min(1).max(200) });
export type DoorCommand = z.infer<typeof doorCommandSchema>;

const doorStateSchema = z.object({
  /** Position of the last command; absent before the first. */
  commanded: z.enum(['open', 'closed']).optional(),
  /** Position by its sensors. */
  sensed: z.enum(doorPositions),
});
export type DoorState = z.infer<typeof doorStateSchema>;

export const doorLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Absent for a machine without a door that it moves. */
  door: doorStateSchema.optional(),
});

export interface DoorDescription {
  readonly actions: readonly { readonly id: string; readonly name: string }[];
}

/** A simulated door, as tests control it. */
export interface SimulatedDoor {
  /** Every action of the door on command, oldest first. */
  readonly commands: readonly { readonly action: 'open' | 'close'; readonly at: number }[];
}

export const doorCapability: CommandedCapability<DoorCommand, DoorState, DoorDescription, SimulatedDoor> = {
  label: 'machine with an automatic door',
  command: doorCommandSchema,
  outcome: doorStateSchema,
  failureKind: 'HaasFailure',
  deadlineMS: 70_000,
  example: { command: { action: 'open' }, outcome: { commanded: 'open', sensed: 'open' } },
};
