import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { customIOContract } from './contract.ts';

/** What is wired there is the world's: its inputs are forced by hand. */
export const customIOSim: SimDefinition<typeof customIOContract> = {
  contract: customIOContract,
  create: () => createPassiveSim(),
};
