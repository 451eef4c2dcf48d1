import { deDeviceChoices, deDeviceParts, deDevicePorts, deSpeedProfiles } from './contract-device-choices.ts';
import { deDeviceFields } from './contract-device-fields.ts';
import { deDeviceKinds, deDeviceNames } from './contract-device-kinds.ts';
import { deDeviceMachines } from './contract-device-machines.ts';
import { deDeviceSignals } from './contract-device-signals.ts';
import { deDeviceWelding } from './contract-device-welding.ts';

/** Texts of device contracts by the English: kinds, fields, actions and sensors. */
export const deContractDevices: Readonly<Record<string, string>> = {
  ...deDeviceKinds,
  ...deDeviceNames,
  ...deDeviceFields,
  ...deDeviceMachines,
  ...deDeviceSignals,
  ...deDeviceWelding,
  ...deDeviceChoices,
  ...deDevicePorts,
  ...deDeviceParts,
  ...deSpeedProfiles,
};
