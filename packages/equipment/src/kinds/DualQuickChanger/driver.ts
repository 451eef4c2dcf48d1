import type { DriverDefinition } from '../../framework/driver.ts';
import { createPassiveDriver } from '../../framework/passive-device.ts';
import { dualQuickChangerContract } from './contract.ts';

export const dualQuickChangerDriver: DriverDefinition<typeof dualQuickChangerContract> = {
  contract: dualQuickChangerContract,
  create: () => createPassiveDriver(),
};
