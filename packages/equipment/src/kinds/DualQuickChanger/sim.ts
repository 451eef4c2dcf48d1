import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { dualQuickChangerContract } from './contract.ts';

export const dualQuickChangerSim: SimDefinition<typeof dualQuickChangerContract> = {
  contract: dualQuickChangerContract,
  create: () => createPassiveSim(),
};
