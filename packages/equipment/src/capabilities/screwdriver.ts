import { equipmentLiveStateSchema, type NumberRange } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { CommandedCapability } from './capability.ts';

/**
 * Actions of a screwdriver: drive a screw in until the torque is reached, drive one out, pick one up at the bit, drive
 * one in by a part of its length, or move the shank.
 */
export const screwdriverActions = ['TIGHTEN', 'LOOSEN', 'PICK_UP', 'PREMOUNT', 'MOVE_SHANK'] as const;
export type ScrewdriverAction = (typeof screwdriverActions)[number];

export const screwdriverCommandSchema = z.object({
  action: z.enum(screwdriverActions),
  /** Force with which the bit presses on the screw. Not for MOVE_SHANK. */
  forceNewtons: z.number().min(0).max(1000),
  /** Distance that the screw moves in or out. */
  screwLengthMeters: z.number().min(0).max(1),
  /** Torque at which tightening ends. For TIGHTEN and PREMOUNT. */
  torqueNewtonMeters: z.number().min(0).max(100),
  /** Target of the shank for MOVE_SHANK, along its axis; 0 is retracted. */
  shankPositionMeters: z.number().min(-1).max(1),
  /** True waits for the end; false for the device to accept the command. */
  waitForEnd: z.boolean(),
});
export type ScrewdriverCommand = z.infer<typeof screwdriverCommandSchema>;

export const screwdriverOutcomeSchema = z.object({
  /** Torque of the last tightening. */
  achievedTorqueNewtonMeters: z.number(),
  /** Position of the shank: exactly the commanded one if it is there within the device's resolution. */
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

/** Quantities that an action uses; the others of a command have no effect. */
const usedBy: Readonly<Record<ScrewdriverAction, readonly ScrewdriverQuantity[]>> = {
  TIGHTEN: ['force', 'screwLength', 'torque'],
  PREMOUNT: ['force', 'screwLength', 'torque'],
  LOOSEN: ['force', 'screwLength'],
  PICK_UP: ['force', 'screwLength'],
  MOVE_SHANK: ['shankPosition'],
};

/** Returns every part of a command that is outside the range of a screwdriver, each with its quantity. */
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

/** Results of a simulated screw, in the numbering of the manufacturer. */
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

/** Controls of a simulated screwdriver, for tests and simulated cells. */
export interface SimulatedScrewdriver {
  /** Sets the result of the commands from now on; 'none' is success. */
  endWith(result: ScrewResult): void;
  /** Sets the faults of its status from now on, as bits of the manufacturer. */
  setStatus(bits: number): void;
  /** Commands that the device received, oldest first; the fault tests compare with it. */
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
