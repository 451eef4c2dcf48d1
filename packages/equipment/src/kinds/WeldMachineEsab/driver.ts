import type { DriverDefinition } from '../../framework/driver.ts';
import { createAssemblyDriver } from '../../framework/weld-machine/assembly-driver.ts';
import { weldMachineEsabContract } from './contract.ts';

export const weldMachineEsabDriver: DriverDefinition<typeof weldMachineEsabContract> = {
  contract: weldMachineEsabContract,
  create: (config, context) => createAssemblyDriver(config, context),
};
