import type { DriverDefinition } from '../../framework/driver.ts';
import { createAssemblyDriver } from '../../framework/weld-machine/assembly-driver.ts';
import { WeldDriver } from '../../framework/weld-machine/weld-driver.ts';
import { isNetworked, weldMachineGenericContract } from './contract.ts';
import { describeAssemblies } from './contract-network.ts';
import { WiredSignals } from './wired-signals.ts';

export const weldMachineGenericDriver: DriverDefinition<typeof weldMachineGenericContract> = {
  contract: weldMachineGenericContract,
  create: (config, context) => {
    if (isNetworked(config)) return createAssemblyDriver(describeAssemblies(config), context);
    const { clock, openPorts } = context;
    return new WeldDriver({ clock, times: config, signals: new WiredSignals(config, openPorts()) });
  },
};
