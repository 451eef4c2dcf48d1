/** Conformance cases of every gripper: its commands first, then its trouble. */
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

/** Returns the cases for commands of a gripper without trouble. */
export function commandCases({ speedFractionRange: speeds }: GripperDescription): readonly DeviceCase[] {
  const ofSpeed = [...(speeds ? speedCases : []), ...(speeds && speeds.minimum > 0 ? leastSpeedCases : [])];
  return [tellsTheDevice, ...grippingCases, ...movingCases, ...ofSpeed, ...stoppingCases].map(asDeviceCase);
}

export function gripperCases(description: GripperDescription): readonly DeviceCase[] {
  return [...commandCases(description), ...troubleCases.map(asDeviceCase), ...faultCases()];
}

/** Returns the cases of a gripper that reports faults of its own. */
export function faultCases(): readonly DeviceCase[] {
  return ownFaultCases.map(asDeviceCase);
}
