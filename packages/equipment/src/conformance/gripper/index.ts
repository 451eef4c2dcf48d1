/** What every gripper must do, what it does with its commands first, then what it does in trouble. */
export { type GripperCase, GripperRig } from './gripper-rig.ts';

import type { GripperDescription } from '../../capabilities/index.ts';
import type { DeviceCase } from '../rig.ts';
import { type GripperCase, GripperRig } from './gripper-rig.ts';
import { grippingCases, leastSpeedCases } from './gripping.ts';
import { movingCases, speedCases, tellsTheDevice } from './moving.ts';
import { ownFaultCases, stoppingCases, troubleCases } from './trouble.ts';

const asDeviceCase = ({ run, ...one }: GripperCase): DeviceCase => ({
  ...one,
  run: async (device) => {
    const rig = new GripperRig(device);
    if (device.sim) rig.simulated.placePart(undefined);
    await run(rig);
  },
});

/** Of a gripper that is well: what it does with its commands. */
export function commandCases({ speedFractionRange: speeds }: GripperDescription): readonly DeviceCase[] {
  const ofSpeed = [...(speeds ? speedCases : []), ...(speeds && speeds.minimum > 0 ? leastSpeedCases : [])];
  return [tellsTheDevice, ...grippingCases, ...movingCases, ...ofSpeed, ...stoppingCases].map(asDeviceCase);
}

export function gripperCases(description: GripperDescription): readonly DeviceCase[] {
  return [...commandCases(description), ...troubleCases.map(asDeviceCase), ...faultCases()];
}

/** Of a gripper that tells of a fault of its own. */
export function faultCases(): readonly DeviceCase[] {
  return ownFaultCases.map(asDeviceCase);
}
