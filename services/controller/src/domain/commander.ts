import { commanderWatchdogMS } from '@cellwright/domain';

/** Seconds of silence after which a commander counts as lost. */
export const watchdogSeconds = commanderWatchdogMS / 1000;

/** The one connection that has command, and when it was last heard. */
export interface Commander {
  readonly connectionID: number;
  readonly name: string;
  lastHeard: number;
}
