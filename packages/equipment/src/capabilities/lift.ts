import { equipmentLiveStateSchema, type NumberRange } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/** Distance from the commanded height at which a lift has arrived, m. */
export const liftToleranceMeters = 0.002;

export const liftCommandSchema = z.object({
  /** Above the lowest position. */
  heightMeters: z.number().min(0).max(10),
  /** Fraction of the maximum speed of the lift, 0–1. */
  speedFraction: z.number().min(0).max(1),
});
export type LiftCommand = z.infer<typeof liftCommandSchema>;

export const liftOutcomeSchema = z.object({
  /** Current height: exactly the commanded one if it is there within the device's resolution. */
  heightMeters: z.number(),
});
export type LiftOutcome = z.infer<typeof liftOutcomeSchema>;

export const liftLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Above the lowest position; absent until the device has answered, and while its height is unknown. */
  heightMeters: z.number().optional(),
});
export type LiftLiveState = z.infer<typeof liftLiveStateSchema>;

export interface LiftDescription {
  /** Range above the lowest position, m. */
  readonly heightRange: NumberRange;
  /** True if its accelerations have been measured under an arm. */
  readonly isCalibrated: boolean;
}

/** Returns every part of a command that is outside the range of a lift, each with its quantity. */
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

/** Controls of a simulated lift, for tests and simulated cells. */
export interface SimulatedLift {
  /** Moves it to this height from its own panel, at once. m. */
  moveByHand(heightMeters: number): void;
  /** Makes motions that begin from now on end this far below their target, m. */
  sagBy(meters: number): void;
  /** Sets the faults of its status from now on, as bits of its register. */
  setStatus(bits: number): void;
  /** Commands that the device received, oldest first; the fault tests compare with it. */
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
