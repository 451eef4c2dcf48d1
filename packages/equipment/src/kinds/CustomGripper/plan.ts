import { findOutsideRange } from '@cellwright/domain/equipment';
import type { GripperCommand } from '../../capabilities/gripper.ts';
import { type CustomGripperConfig, customGripperContract } from './contract.ts';

/** Target of the fingers. */
export type Place = 'open' | 'closed';

export interface GripperPlan {
  readonly command: GripperCommand;
  readonly place: Place;
}

/** Converts a command to open or closed fingers, or returns why this gripper cannot do it. */
export function planGripper(
  command: GripperCommand,
  config: CustomGripperConfig,
): { ok: true; plan: GripperPlan } | { ok: false; message: string } {
  const { control, direction, widthMeters, toleranceMeters, forceNewtons = 0, speedFraction = 1 } = command;
  const demand = { control, direction, widthMeters, toleranceMeters, forceNewtons, speedFraction };
  const [problem] = findOutsideRange(demand, customGripperContract.capabilities.gripper(config));
  if (problem) return { ok: false, message: problem.message };
  return { ok: true, plan: { command, place: choosePlace(command, config) } };
}

/** A grip closes on a part or opens inside one; a move goes to the position with its width. */
function choosePlace({ control, direction, widthMeters }: GripperCommand, config: CustomGripperConfig): Place {
  if (control === 'force_grip') return direction === 'inward' ? 'closed' : 'open';
  const { openWidth, closedWidth } = config;
  return Math.abs(widthMeters - openWidth) <= Math.abs(widthMeters - closedWidth) ? 'open' : 'closed';
}
