import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { customIOContract } from './contract.ts';

/** Nothing to simulate: its inputs are forced manually. */
export const customIOSim: SimDefinition<typeof customIOContract> = {
  contract: customIOContract,
  create: () => createPassiveSim(),
};
