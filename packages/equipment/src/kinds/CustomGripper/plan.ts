import {
  findOutsideRange,
  findPortByName,
  type IOLevel,
  type OutputAction,
  writablePortKindSchema,
} from '@cellwright/domain';
import type { GripperCommand } from '../../capabilities/gripper.ts';
import { type CustomGripperConfig, customGripperContract, notWired } from './contract.ts';

/** Where the fingers are sent. */
export type Place = 'open' | 'closed';

export interface GripperPlan {
  readonly command: GripperCommand;
  readonly place: Place;
  /** All of them together bring the fingers there. */
  readonly outputs: readonly OutputAction[];
}

/** What a command comes to with outputs that are on or off; or why this gripper cannot do it. */
export function planGripper(
  command: GripperCommand,
  config: CustomGripperConfig,
): { ok: true; plan: GripperPlan } | { ok: false; message: string } {
  const { control, direction, widthMeters, toleranceMeters, forceNewtons = 0, speedFraction = 1 } = command;
  const demand = { control, direction, widthMeters, toleranceMeters, forceNewtons, speedFraction };
  const [problem] = findOutsideRange(demand, customGripperContract.capabilities.gripper(config));
  if (problem) return { ok: false, message: problem.message };
  const place = choosePlace(command, config);
  return { ok: true, plan: { command, place, outputs: listOutputs(place, config) } };
}

/** A grip closes on a part, or opens inside one; a move goes to the place whose width it names. */
function choosePlace({ control, direction, widthMeters }: GripperCommand, config: CustomGripperConfig): Place {
  if (control === 'force_grip') return direction === 'inward' ? 'closed' : 'open';
  const { openWidth, closedWidth } = config;
  return Math.abs(widthMeters - openWidth) <= Math.abs(widthMeters - closedWidth) ? 'open' : 'closed';
}

function listOutputs(place: Place, config: CustomGripperConfig): OutputAction[] {
  const { openOutput, closeOutput, outputLevel, isPulsed, pulseSeconds } = config;
  const wires = [
    { name: openOutput, isOn: place === 'open' },
    { name: closeOutput, isOn: place === 'closed' },
  ];
  return wires.flatMap(({ name, isOn }) => {
    const port = name === notWired ? undefined : findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (!port || !kind.success) return [];
    const level = isOn ? outputLevel : oppositeOf(outputLevel);
    return [{ kind: kind.data, port: port.port, level, ...(isOn && isPulsed ? { pulseSeconds } : {}) }];
  });
}

export function oppositeOf(level: IOLevel): IOLevel {
  return level === 'high' ? 'low' : 'high';
}
