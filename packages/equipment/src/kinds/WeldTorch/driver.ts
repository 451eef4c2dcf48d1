import type { DriverDefinition } from '../../framework/driver.ts';
import { createPassiveDriver } from '../../framework/passive-device.ts';
import { weldTorchContract } from './contract.ts';

export const weldTorchDriver: DriverDefinition<typeof weldTorchContract> = {
  contract: weldTorchContract,
  create: () => ({ ...createPassiveDriver(), capabilities: { torch: {} } }),
};
