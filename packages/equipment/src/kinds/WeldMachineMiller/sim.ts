import type { SimDefinition } from '../../framework/sim.ts';
import { AssemblySim } from '../../framework/weld-machine/assembly-sim.ts';
import { weldMachineMillerContract } from './contract.ts';

export const weldMachineMillerSim: SimDefinition<typeof weldMachineMillerContract> = {
  contract: weldMachineMillerContract,
  create: (config, context) => new AssemblySim(config, context),
};
