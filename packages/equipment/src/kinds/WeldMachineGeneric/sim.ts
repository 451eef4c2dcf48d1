import type { SimDefinition } from '../../framework/sim.ts';
import { AssemblySim } from '../../framework/weld-machine/assembly-sim.ts';
import { isNetworked, weldMachineGenericContract } from './contract.ts';
import { describeAssemblies } from './contract-network.ts';
import { WiredWelderSim } from './wired-sim.ts';

export const weldMachineGenericSim: SimDefinition<typeof weldMachineGenericContract> = {
  contract: weldMachineGenericContract,
  create: (config, context) =>
    isNetworked(config) ? new AssemblySim(describeAssemblies(config), context) : new WiredWelderSim(config, context),
};
