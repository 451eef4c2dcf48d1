import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { customBaseContract } from './contract.ts';

export const customBaseSim: SimDefinition<typeof customBaseContract> = {
  contract: customBaseContract,
  create: () => createPassiveSim(),
};
