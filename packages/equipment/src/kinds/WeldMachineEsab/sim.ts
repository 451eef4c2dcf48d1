import type { SimDefinition } from '../../framework/sim.ts';
import { AssemblySim } from '../../framework/weld-machine/assembly-sim.ts';
import { weldMachineEsabContract } from './contract.ts';

export const weldMachineEsabSim: SimDefinition<typeof weldMachineEsabContract> = {
  contract: weldMachineEsabContract,
  create: (config, context) => new AssemblySim(config, context),
};
