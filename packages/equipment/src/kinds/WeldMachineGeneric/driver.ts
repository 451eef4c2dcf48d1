import type { DriverDefinition } from '../../framework/driver.ts';
import { WeldDriver } from '../../framework/weld-machine/weld-driver.ts';
import { weldMachineGenericContract } from './contract.ts';
import { WiredSignals } from './wired-signals.ts';

export const weldMachineGenericDriver: DriverDefinition<typeof weldMachineGenericContract> = {
  contract: weldMachineGenericContract,
  create: (config, { clock, openPorts }) =>
    new WeldDriver({ clock, times: config, signals: new WiredSignals(config, openPorts()) }),
};
