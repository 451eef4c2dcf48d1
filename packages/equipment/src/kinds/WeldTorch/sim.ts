import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { weldTorchContract } from './contract.ts';

export const weldTorchSim: SimDefinition<typeof weldTorchContract> = {
  contract: weldTorchContract,
  create: () => ({ ...createPassiveSim(), simulated: { torch: {} } }),
};
