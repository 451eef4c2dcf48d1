import type { ControllerMode } from '@cellwright/controller-link';

/** Modes in which the arm is at rest and no motion is started or paused. */
export const idleModes: ReadonlySet<ControllerMode> = new Set<ControllerMode>(['braked', 'fault', 'standing']);

/** Modes in which the arm is at rest. */
export const standingModes: ReadonlySet<ControllerMode> = new Set<ControllerMode>([...idleModes, 'paused']);
