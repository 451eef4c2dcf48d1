import type { ControllerMode } from '@cellwright/controller-link';

/** Modes in which the arm stands and no motion is begun or paused. */
export const idleModes: ReadonlySet<ControllerMode> = new Set<ControllerMode>(['braked', 'fault', 'standing']);

/** Modes in which the arm stands still. */
export const standingModes: ReadonlySet<ControllerMode> = new Set<ControllerMode>([...idleModes, 'paused']);
