import { type ControllerMode, restWatchdogMS } from '@cellwright/controller-link';
import { commanderWatchdogMS } from '@cellwright/domain/robot';
import { idleModes } from './modes.ts';

/**
 * Real seconds of silence after which a commander is lost: short during a motion and while it holds outputs with released
 * brakes, longer while the arm is idle.
 */
export function watchdogSeconds(
  { mode }: { readonly mode: ControllerMode },
  { hasHolds }: { readonly hasHolds: boolean },
): number {
  const isResting = idleModes.has(mode) && !(hasHolds && mode === 'standing');
  return (isResting ? restWatchdogMS : commanderWatchdogMS) / 1000;
}

/** The one connection that has command, and the time of its last message. */
export interface Commander {
  readonly connectionID: number;
  readonly name: string;
  lastHeard: number;
}
