import { type ControllerMode, restWatchdogMS } from '@cellwright/controller-link';
import { commanderWatchdogMS } from '@cellwright/domain';
import { idleModes } from './modes.ts';

/** Real seconds of silence after which a commander is lost: few during a motion, more while the arm has nothing to do. */
export function watchdogSeconds({ mode }: { readonly mode: ControllerMode }): number {
  return (idleModes.has(mode) ? restWatchdogMS : commanderWatchdogMS) / 1000;
}

/** The one connection that has command, and when it was last heard. */
export interface Commander {
  readonly connectionID: number;
  readonly name: string;
  lastHeard: number;
}
