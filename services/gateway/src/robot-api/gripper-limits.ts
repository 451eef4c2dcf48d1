import type { EquipmentRecord, GripperRanges, NumberRange } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import * as z from 'zod';

/** Part of a gripper command that has a range; other parts are passed through. */
const limitedSchema = z.looseObject({
  direction: z.enum(['inward', 'outward']),
  widthMeters: z.number(),
  forceNewtons: z.number().optional(),
  forceFraction: z.number().optional(),
  speedFraction: z.number().optional(),
});
type Limited = z.infer<typeof limitedSchema>;

const screwSchema = z.looseObject({ action: z.string(), forceNewtons: z.number() });

const forceSchema = z.looseObject({
  targetForceNewtons: z.number().optional(),
  targetForceFraction: z.number().optional(),
});

interface Commanded {
  readonly asked: Limited;
  readonly sent: Limited;
}

/**
 * Limits the commands of programs to the abilities of a gripper, and remembers the requested force: a program reads
 * back what it commanded.
 */
export class GripperLimits {
  readonly #commanded = new Map<string, Commanded>();

  /** Returns the command with width, force and speed inside the ranges of the device. */
  hold({ config }: EquipmentRecord, command: unknown): unknown {
    const { gripper, screwdriver } = describeCapabilities(config);
    const asked = limitedSchema.safeParse(command);
    if (gripper && asked.success) return clampCommand(asked.data, gripper);
    const screw = screwSchema.safeParse(command);
    const isScrew = commandedCapabilities.screwdriver.command.safeParse(command).success;
    if (!screwdriver || !screw.success || !isScrew) return command;
    return { ...screw.data, forceNewtons: clamp(screw.data.forceNewtons, screwdriver.forceRange) };
  }

  /** Remembers the requested command of a gripper and the one that was sent. */
  remember(robotKind: RobotKind, { id }: EquipmentRecord, asked: unknown, sent: unknown): void {
    const commanded = z.object({ asked: limitedSchema, sent: limitedSchema }).safeParse({ asked, sent });
    if (commanded.success) this.#commanded.set(`${robotKind} ${id}`, commanded.data);
  }

  /** Returns the live state of a gripper with the force that the last command of a program requested. */
  asCommanded(robotKind: RobotKind, { id }: EquipmentRecord, live: unknown): unknown {
    const commanded = this.#commanded.get(`${robotKind} ${id}`);
    const state = forceSchema.safeParse(live);
    if (!commanded || !state.success) return live;
    const { asked, sent } = commanded;
    const { targetForceNewtons: newtons, targetForceFraction: fraction } = state.data;
    const isNewtons = newtons !== undefined && newtons === sent.forceNewtons;
    const isFraction = fraction !== undefined && fraction === sent.forceFraction;
    return {
      ...state.data,
      ...(isNewtons && { targetForceNewtons: asked.forceNewtons }),
      ...(isFraction && { targetForceFraction: asked.forceFraction }),
    };
  }
}

function clampCommand(command: Limited, ranges: GripperRanges): Limited {
  const { forceNewtons, forceFraction, speedFraction, direction, widthMeters } = command;
  const { forceRange, forceFractionRange, speedFractionRange } = ranges;
  return {
    ...command,
    widthMeters: clamp(widthMeters, ranges.widthRange[direction]),
    ...(forceNewtons !== undefined && { forceNewtons: clamp(forceNewtons, forceRange) }),
    ...(forceFraction !== undefined && { forceFraction: clamp(forceFraction, forceFractionRange) }),
    ...(speedFraction !== undefined && { speedFraction: clamp(speedFraction, speedFractionRange) }),
  };
}

function clamp(value: number, range: NumberRange | undefined): number {
  return range ? Math.max(range.minimum, Math.min(value, range.maximum)) : value;
}
