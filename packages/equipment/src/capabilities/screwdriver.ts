import { equipmentLiveStateSchema, messages, type NumberRange } from '@cellwright/domain';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/**
 * What a screwdriver does: drive a screw in until the torque is reached, drive one out, take one up at the bit, drive
 * one in by a part of its length, or move its shank.
 */
export const screwdriverActions = ['TIGHTEN', 'LOOSEN', 'PICK_UP', 'PREMOUNT', 'MOVE_SHANK'] as const;
export type ScrewdriverAction = (typeof screwdriverActions)[number];

export const screwdriverCommandSchema = z.object({
  action: z.enum(screwdriverActions),
  /** With which the bit presses on the screw. Not for MOVE_SHANK. */
  forceNewtons: z.number().min(0).max(1000),
  /** How far the screw goes in or out. */
  screwLengthMeters: z.number().min(0).max(1),
  /** At which tightening ends. For TIGHTEN and PREMOUNT. */
  torqueNewtonMeters: z.number().min(0).max(100),
  /** Where the shank goes to with MOVE_SHANK, along its axis; 0 is drawn in. */
  shankPositionMeters: z.number().min(-1).max(1),
  /** True waits for the end; false for the device to have taken the command. */
  waitForEnd: z.boolean(),
});
export type ScrewdriverCommand = z.infer<typeof screwdriverCommandSchema>;

export const screwdriverOutcomeSchema = z.object({
  /** Of the last tightening. */
  achievedTorqueNewtonMeters: z.number(),
  /** Where the shank is: as commanded, exactly, when it is there within the device's resolution. */
  shankPositionMeters: z.number(),
});
export type ScrewdriverOutcome = z.infer<typeof screwdriverOutcomeSchema>;

export const screwdriverLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Absent until the device has answered. */
  shankPositionMeters: z.number().optional(),
  currentTorqueNewtonMeters: z.number().optional(),
  achievedTorqueNewtonMeters: z.number().optional(),
});
export type ScrewdriverLiveState = z.infer<typeof screwdriverLiveStateSchema>;

/** Quantities that a screwdriver has a range for, in the units of a command. */
export interface ScrewdriverDescription {
  readonly forceRange: NumberRange;
  readonly screwLengthRange: NumberRange;
  readonly torqueRange: NumberRange;
  readonly shankRange: NumberRange;
}
export type ScrewdriverQuantity = 'force' | 'screwLength' | 'torque' | 'shankPosition';

/** Which quantities an action uses; the others of a command mean nothing to it. */
const usedBy: Readonly<Record<ScrewdriverAction, readonly ScrewdriverQuantity[]>> = {
  TIGHTEN: ['force', 'screwLength', 'torque'],
  PREMOUNT: ['force', 'screwLength', 'torque'],
  LOOSEN: ['force', 'screwLength'],
  PICK_UP: ['force', 'screwLength'],
  MOVE_SHANK: ['shankPosition'],
};

/** Everything that a screwdriver cannot do of what is asked, each with its quantity. */
export function findScrewdriverProblems(
  command: Omit<ScrewdriverCommand, 'waitForEnd'>,
  description: ScrewdriverDescription,
): { readonly quantity: ScrewdriverQuantity; readonly message: string }[] {
  const asked = {
    force: ['Force', command.forceNewtons, description.forceRange, 1, 'N'],
    screwLength: ['Screw length', command.screwLengthMeters, description.screwLengthRange, 1000, 'mm'],
    torque: ['Torque', command.torqueNewtonMeters, description.torqueRange, 1, 'Nm'],
    shankPosition: ['Shank position', command.shankPositionMeters, description.shankRange, 1000, 'mm'],
  } as const;
  return usedBy[command.action].flatMap((quantity) => {
    const [what, value, { minimum, maximum }, scale, unit] = asked[quantity];
    if (value >= minimum - 1e-9 && value <= maximum + 1e-9) return [];
    const [shown, from, to] = [value, minimum, maximum].map((each) => Math.round(each * scale * 1000) / 1000);
    const message = messages.outsideDeviceRange('screwdriver', what, `${shown}`, `${from} to ${to} ${unit}`);
    return [{ quantity, message }];
  });
}

/** How a simulated screw ends, as the maker numbers it. */
export const screwResults = [
  'none',
  'unknownCommand',
  'notScrewingIn',
  'torqueTimeout',
  'torqueExceededEarly',
  'cannotLoosen',
  'shankAtEnd',
  'shankObstructed',
] as const;
export type ScrewResult = (typeof screwResults)[number];

/** What a test or a simulated cell does to a simulated screwdriver. */
export interface SimulatedScrewdriver {
  /** How the commands from now on end; 'none' is as they should. */
  endWith(result: ScrewResult): void;
  /** Faults that its status shows from now on, as its maker's bits. */
  setStatus(bits: number): void;
  /** What the device was told, oldest first: the oracle of the fault tests. */
  readonly commands: readonly SimulatedScrewdriverCommand[];
}

export type SimulatedScrewdriverCommand =
  | ({ readonly kind: 'act'; readonly at: number } & Omit<ScrewdriverCommand, 'waitForEnd'>)
  | { readonly kind: 'stop'; readonly at: number };

export const screwdriverCapability: CommandedCapability<
  ScrewdriverCommand,
  ScrewdriverOutcome,
  ScrewdriverDescription,
  SimulatedScrewdriver
> = {
  label: 'screwdriver',
  command: screwdriverCommandSchema,
  outcome: screwdriverOutcomeSchema,
  failureKind: 'GripperFailure',
  deadlineMS: 15_000,
  example: {
    command: {
      action: 'TIGHTEN',
      forceNewtons: 20,
      screwLengthMeters: 0.015,
      torqueNewtonMeters: 3,
      shankPositionMeters: 0.03,
      waitForEnd: true,
    },
    outcome: { achievedTorqueNewtonMeters: 3, shankPositionMeters: 0.03 },
  },
};
