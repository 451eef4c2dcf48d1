import { equipmentLiveStateSchema, messages, type NumberRange } from '@cellwright/domain';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/** What a vacuum gripper calls its independent groups of cups. */
export const vacuumChannels = ['A', 'B'] as const;
export type VacuumChannel = (typeof vacuumChannels)[number];

/** Something for each channel; absent for those that are not meant. Relative vacuum: 0 is the air around, 1 is none. */
const byChannel = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ A: schema.optional(), B: schema.optional() });

export const vacuumCommandSchema = z.object({
  /** The vacuum that a channel is to hold, 0–1; 0 lets go. A channel that is left out goes on with what it does. */
  suction: byChannel(z.number().min(0).max(1)).refine(
    (suction) => vacuumChannels.some((channel) => suction[channel] !== undefined),
    'Say what at least one channel is to do',
  ),
  /** How much less than the wanted vacuum still counts as a part that is held, 0–1. */
  tolerance: z.number().min(0).max(1),
  /** True waits until the vacuum is there, or is gone where a channel lets go; false for the device to have the command. */
  waitForVacuum: z.boolean(),
});
export type VacuumCommand = z.infer<typeof vacuumCommandSchema>;

export const vacuumOutcomeSchema = z.object({
  /** What each channel measures, 0–1. */
  vacuum: byChannel(z.number()),
  /** Every commanded channel that is to hold something holds it. */
  gripDetected: z.boolean(),
});
export type VacuumOutcome = z.infer<typeof vacuumOutcomeSchema>;

/** What every vacuum gripper's live state has; a kind may add its own. */
export const vacuumLiveStateSchema = equipmentLiveStateSchema.extend({
  /** What each channel measures, 0–1; absent until the device has answered. */
  vacuum: byChannel(z.number()).optional(),
  /** What each channel was last told since the service started. */
  suction: byChannel(z.number()).default({}),
  /** A channel that was told to grip holds something. */
  gripDetected: z.boolean(),
});
export type VacuumLiveState = z.infer<typeof vacuumLiveStateSchema>;

export interface VacuumDescription {
  readonly channels: readonly VacuumChannel[];
  /** What a channel can be told beside 0. */
  readonly suctionRange: NumberRange;
}

/** Everything that a vacuum gripper cannot do of what is asked, each with its channel. */
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

/** What a test or a simulated cell does to a simulated vacuum gripper. */
export interface SimulatedVacuum {
  /** Lays a part over the cups of these channels, which lets this much of the vacuum out again, 0–1; those of the others draw air. */
  placePart(channels: readonly VacuumChannel[], leak?: number): void;
  /** What the device was told, oldest first: the oracle of the fault tests. */
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
