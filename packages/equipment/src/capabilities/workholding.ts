import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

export const workholdingPositions = ['clamped', 'unclamped', 'between', 'unknown'] as const;

export const workholdingCommandSchema = z.object({
  /** Id or name of the workholding; empty for the only one. */
  workholding: z.string().max(200),
  action: z.enum(['clamp', 'unclamp']),
});
export type WorkholdingCommand = z.infer<typeof workholdingCommandSchema>;

const workholdingStateSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Position of the last command; absent before the first. */
  commanded: z.enum(['clamped', 'unclamped']).optional(),
  /** Position by its sensors. */
  sensed: z.enum(workholdingPositions),
});
export type WorkholdingState = z.infer<typeof workholdingStateSchema>;

export const workholdingLiveStateSchema = equipmentLiveStateSchema.extend({
  workholdings: z.array(workholdingStateSchema).default([]),
});

export interface WorkholdingDescription {
  readonly workholdings: readonly { readonly id: string; readonly name: string }[];
}

/** Simulated chucks and vises as a test handles them. */
export interface SimulatedWorkholding {
  /** Every action on command, oldest first. */
  readonly commands: readonly {
    readonly workholding: string;
    readonly action: 'clamp' | 'unclamp';
    readonly at: number;
  }[];
}

export const workholdingCapability: CommandedCapability<
  WorkholdingCommand,
  WorkholdingState,
  WorkholdingDescription,
  SimulatedWorkholding
> = {
  label: 'machine with workholding',
  command: workholdingCommandSchema,
  outcome: workholdingStateSchema,
  failureKind: 'HaasFailure',
  deadlineMS: 70_000,
  example: {
    command: { workholding: 'chuck', action: 'clamp' },
    outcome: { id: 'chuck', name: 'Chuck', commanded: 'clamped', sensed: 'clamped' },
  },
};
