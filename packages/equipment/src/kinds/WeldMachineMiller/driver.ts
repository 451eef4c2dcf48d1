import type { DriverDefinition } from '../../framework/driver.ts';
import { createAssemblyDriver } from '../../framework/weld-machine/assembly-driver.ts';
import { weldMachineMillerContract } from './contract.ts';

export const weldMachineMillerDriver: DriverDefinition<typeof weldMachineMillerContract> = {
  contract: weldMachineMillerContract,
  create: (config, context) => createAssemblyDriver(config, context),
};
