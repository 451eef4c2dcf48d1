import { type ControllerMode, restWatchdogMS } from '@cellwright/controller-link';
import { commanderWatchdogMS } from '@cellwright/domain/robot';
import { idleModes } from './modes.ts';

/** Real seconds of silence after which a commander is lost: short during a motion, longer while the arm is idle. */
export function watchdogSeconds({ mode }: { readonly mode: ControllerMode }): number {
  return (idleModes.has(mode) ? restWatchdogMS : commanderWatchdogMS) / 1000;
}

/** The one connection that has command, and the time of its last message. */
export interface Commander {
  readonly connectionID: number;
  readonly name: string;
  lastHeard: number;
}
