import type { StepRuntime } from '../../framework/index.ts';
import type { LoopControlArgs } from './contract.ts';

export const loopControlRuntime: StepRuntime<LoopControlArgs> = {
  run: async ({ args: { action } }) => ({ kind: 'loopControl', action }),
};
