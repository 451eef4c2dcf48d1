import type { ControllerEvent } from '@cellwright/controller-link';
import type { LogKind } from './motion-log.ts';

/** Events without their time; the controller adds it. */
export type Happening = ControllerEvent extends infer E ? (E extends unknown ? Omit<E, 'time'> : never) : never;

/** Output of the arm: events for commanders, entries for the log. */
export interface MotionReports {
  event(happening: Happening): void;
  log(kind: LogKind, detail: string): void;
}
