import type { ControllerEvent } from '@cellwright/controller-link';
import type { LogKind } from './motion-log.ts';

/** Events without their time: the controller stamps them. */
export type Happening = ControllerEvent extends infer E ? (E extends unknown ? Omit<E, 'time'> : never) : never;

/** What the arm tells: happenings for commanders, entries for the log. */
export interface MotionReports {
  event(happening: Happening): void;
  log(kind: LogKind, detail: string): void;
}
