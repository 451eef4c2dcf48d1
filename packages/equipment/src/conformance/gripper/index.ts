/** What every gripper must do, what it does with its commands first, then what it does in trouble. */
export { type GripperCase, GripperRig } from './gripper-rig.ts';

import type { GripperCase } from './gripper-rig.ts';
import { grippingCases } from './gripping.ts';
import { movingCases, tellsTheDevice } from './moving.ts';
import { stoppingCases, troubleCases } from './trouble.ts';

/** Of a device that is well: what it does with its commands. */
export const commandCases: readonly GripperCase[] = [
  tellsTheDevice,
  ...grippingCases,
  ...movingCases,
  ...stoppingCases,
];

export const gripperCases: readonly GripperCase[] = [...commandCases, ...troubleCases];
