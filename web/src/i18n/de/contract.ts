import { deContractDevices } from './contract-devices.ts';
import { deContractSteps } from './contract-steps.ts';

export { deContractDevices };

/** Where a step and a device say one thing in English and mean two, what the step means. */
export const deContract: Readonly<Record<string, string>> = { ...deContractDevices, ...deContractSteps };
