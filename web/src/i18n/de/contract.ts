import { deContractDevices } from './contract-devices.ts';
import { deContractSteps } from './contract-steps.ts';

export const deContract: Readonly<Record<string, string>> = { ...deContractDevices, ...deContractSteps };
