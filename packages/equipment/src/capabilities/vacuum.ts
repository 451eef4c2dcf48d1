import { equipmentLiveStateSchema, type NumberRange } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/** Names of the independent groups of cups of a vacuum gripper. */
export const vacuumChannels = ['A', 'B'] as const;
export type VacuumChannel = (typeof vacuumChannels)[number];

/**
 * A value for each channel; absent for channels that are not commanded. Relative vacuum: 0 is ambient pressure, 1 is
 * full vacuum.
 */
const byChannel = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ A: schema.optional(), B: schema.optional() });

export const vacuumCommandSchema = z.object({
  /** Target vacuum of a channel, 0–1; 0 releases. A channel without a value is not changed. */
  suction: byChannel(z.number().min(0).max(1)).refine(
    (suction) => vacuumChannels.some((channel) => suction[channel] !== undefined),
    'Set the action of at least one channel',
  ),
  /** Difference below the target vacuum at which a part still counts as held, 0–1. */
  tolerance: z.number().min(0).max(1),
  /**
   * True waits until the vacuum is reached, or gone for a released channel; false for the device to accept the command.
   */
  waitForVacuum: z.boolean(),
});
export type VacuumCommand = z.infer<typeof vacuumCommandSchema>;

export const vacuumOutcomeSchema = z.object({
  /** Measured vacuum of each channel, 0–1. */
  vacuum: byChannel(z.number()),
  /** True if every channel that was commanded to grip holds something. */
  gripDetected: z.boolean(),
});
export type VacuumOutcome = z.infer<typeof vacuumOutcomeSchema>;

/** Live state of every vacuum gripper; a kind may add its own fields. */
export const vacuumLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Measured vacuum of each channel, 0–1; absent until the device has answered. */
  vacuum: byChannel(z.number()).optional(),
  /** Last commanded vacuum of each channel since the service started. */
  suction: byChannel(z.number()).default({}),
  /** True if a channel that was commanded to grip holds something. */
  gripDetected: z.boolean(),
});
export type VacuumLiveState = z.infer<typeof vacuumLiveStateSchema>;

export interface VacuumDescription {
  readonly channels: readonly VacuumChannel[];
  /** Range of the vacuum of a channel besides 0. */
  readonly suctionRange: NumberRange;
}

/** Returns every part of a command that is outside the range of a vacuum gripper, each with its channel. */
export function findVacuumProblems(
  suction: VacuumCommand['suction'],
  { channels, suctionRange: { minimum, maximum } }: VacuumDescription,
): { readonly channel: VacuumChannel; readonly message: string }[] {
  return vacuumChannels.flatMap((channel) => {
    const wanted = suction[channel];
    if (wanted === undefined) return [];
    if (!channels.includes(channel)) return [{ channel, message: messages.noVacuumChannel(channel) }];
    if (wanted === 0 || (wanted >= minimum - 1e-9 && wanted <= maximum + 1e-9)) return [];
    const message = messages.outsideDeviceRange(
      'vacuum gripper',
      `Suction of channel ${channel}`,
      `${wanted}`,
      `${minimum} to ${maximum} of full vacuum`,
    );
    return [{ channel, message }];
  });
}

/** Controls of a simulated vacuum gripper, for tests and simulated cells. */
export interface SimulatedVacuum {
  /**
   * Places a part under the cups of these channels, which leaks this fraction of the vacuum, 0–1; the cups of the
   * others draw air.
   */
  placePart(channels: readonly VacuumChannel[], leak?: number): void;
  /** Commands that the device received, oldest first; the fault tests compare with it. */
  readonly commands: readonly SimulatedVacuumCommand[];
}

export interface SimulatedVacuumCommand {
  readonly channel: VacuumChannel;
  readonly mode: 'release' | 'grip' | 'idle';
  /** 0–1. */
  readonly suction: number;
  readonly at: number;
}

export const vacuumCapability: CommandedCapability<VacuumCommand, VacuumOutcome, VacuumDescription, SimulatedVacuum> = {
  label: 'vacuum gripper',
  command: vacuumCommandSchema,
  outcome: vacuumOutcomeSchema,
  failureKind: 'GripperFailure',
  deadlineMS: 15_000,
  example: {
    command: { suction: { A: 0.6, B: 0.6 }, tolerance: 0.1, waitForVacuum: true },
    outcome: { vacuum: { A: 0.6, B: 0.6 }, gripDetected: true },
  },
};
