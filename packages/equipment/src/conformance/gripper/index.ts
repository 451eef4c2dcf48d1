/** What every gripper must do, what it does with its commands first, then what it does in trouble. */
export { type GripperCase, GripperRig } from './gripper-rig.ts';

import type { DeviceCase } from '../rig.ts';
import { type GripperCase, GripperRig } from './gripper-rig.ts';
import { grippingCases } from './gripping.ts';
import { movingCases, tellsTheDevice } from './moving.ts';
import { stoppingCases, troubleCases } from './trouble.ts';

const asDeviceCase = ({ run, ...one }: GripperCase): DeviceCase => ({
  ...one,
  run: async (device) => {
    const rig = new GripperRig(device);
    if (device.sim) rig.simulated.placePart(undefined);
    await run(rig);
  },
});

/** Of a device that is well: what it does with its commands. */
export const commandCases: readonly DeviceCase[] = [
  tellsTheDevice,
  ...grippingCases,
  ...movingCases,
  ...stoppingCases,
].map(asDeviceCase);

export const gripperDeviceCases: readonly DeviceCase[] = [...commandCases, ...troubleCases.map(asDeviceCase)];
