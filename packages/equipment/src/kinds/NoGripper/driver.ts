import type { DriverDefinition } from '../../framework/driver.ts';
import { createPassiveDriver } from '../../framework/passive-device.ts';
import { noGripperContract } from './contract.ts';

export const noGripperDriver: DriverDefinition<typeof noGripperContract> = {
  contract: noGripperContract,
  create: () => createPassiveDriver(),
};
