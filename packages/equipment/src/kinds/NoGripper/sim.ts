import { createPassiveSim } from '../../framework/passive-device.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { noGripperContract } from './contract.ts';

export const noGripperSim: SimDefinition<typeof noGripperContract> = {
  contract: noGripperContract,
  create: () => createPassiveSim(),
};
