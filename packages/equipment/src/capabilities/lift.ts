import { equipmentLiveStateSchema, messages, type NumberRange } from '@cellwright/domain';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/** How near to the height that was asked for a lift has arrived, m. */
export const liftToleranceMeters = 0.002;

export const liftCommandSchema = z.object({
  /** Over the lowest position. */
  heightMeters: z.number().min(0).max(10),
  /** Of the largest speed of the lift, 0–1. */
  speedFraction: z.number().min(0).max(1),
});
export type LiftCommand = z.infer<typeof liftCommandSchema>;

export const liftOutcomeSchema = z.object({
  /** Where it stands: as commanded, exactly, when it is there within the device's resolution. */
  heightMeters: z.number(),
});
export type LiftOutcome = z.infer<typeof liftOutcomeSchema>;

export const liftLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Over the lowest position; absent until the device has answered, and while it does not know its height. */
  heightMeters: z.number().optional(),
});
export type LiftLiveState = z.infer<typeof liftLiveStateSchema>;

export interface LiftDescription {
  /** m, over the lowest position. */
  readonly heightRange: NumberRange;
  /** Its accelerations have been measured under an arm. */
  readonly isCalibrated: boolean;
}

/** Everything that a lift cannot do of what is asked, each with its quantity. */
export function findLiftProblems(
  { heightMeters, speedFraction }: LiftCommand,
  { heightRange: { minimum, maximum } }: LiftDescription,
): { readonly quantity: 'height' | 'speed'; readonly message: string }[] {
  const millimeters = (meters: number) => Math.round(meters * 1e6) / 1000;
  const isThere = heightMeters >= minimum - 1e-9 && heightMeters <= maximum + 1e-9;
  const range = `${millimeters(minimum)} to ${millimeters(maximum)} mm`;
  const height = messages.outsideDeviceRange('lift', 'Height', `${millimeters(heightMeters)}`, range);
  return [
    ...(isThere ? [] : [{ quantity: 'height' as const, message: height }]),
    ...(speedFraction > 0 ? [] : [{ quantity: 'speed' as const, message: messages.liftNeedsSpeed }]),
  ];
}

/** What a test or a simulated cell does to a simulated lift. */
export interface SimulatedLift {
  /** It is driven to this height past the product, from its own panel: it stands there at once. m. */
  moveByHand(heightMeters: number): void;
  /** Motions that begin from now on end this far, in metres, under where they were to. */
  sagBy(meters: number): void;
  /** Faults that its status shows from now on, as bits of its register. */
  setStatus(bits: number): void;
  /** What the device was told, oldest first: the oracle of the fault tests. */
  readonly commands: readonly SimulatedLiftCommand[];
}

export type SimulatedLiftCommand =
  | ({ readonly kind: 'move'; readonly at: number } & LiftCommand)
  | { readonly kind: 'stop'; readonly at: number };

export const liftCapability: CommandedCapability<LiftCommand, LiftOutcome, LiftDescription, SimulatedLift> = {
  label: 'lift',
  command: liftCommandSchema,
  outcome: liftOutcomeSchema,
  failureKind: 'ExecutionFailure',
  deadlineMS: 95_000,
  movesBase: true,
  example: { command: { heightMeters: 0.4, speedFraction: 0.5 }, outcome: { heightMeters: 0.4 } },
};
