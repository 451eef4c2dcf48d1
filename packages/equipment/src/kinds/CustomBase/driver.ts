import type { DriverDefinition } from '../../framework/driver.ts';
import { createPassiveDriver } from '../../framework/passive-device.ts';
import { customBaseContract } from './contract.ts';

export const customBaseDriver: DriverDefinition<typeof customBaseContract> = {
  contract: customBaseContract,
  create: () => createPassiveDriver(),
};
