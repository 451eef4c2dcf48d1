/** German texts of contracts: they load together, apart from the texts of the page. */
export { deContractDevices } from './contract-devices.ts';
export { deContractSteps } from './contract-steps.ts';
