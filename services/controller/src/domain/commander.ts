import { restWatchdogMS } from '@cellwright/controller-link';
import { commanderWatchdogMS } from '@cellwright/domain';

/** Real seconds of silence after which a commander is lost: few while the arm can move, more while it stands on its brakes. */
export function watchdogSeconds(arm: { readonly isSecured: boolean }): number {
  return (arm.isSecured ? restWatchdogMS : commanderWatchdogMS) / 1000;
}

/** The one connection that has command, and when it was last heard. */
export interface Commander {
  readonly connectionID: number;
  readonly name: string;
  lastHeard: number;
}
