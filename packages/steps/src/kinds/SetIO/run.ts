import { messages } from '@cellwright/domain/messages';
import { outcomeOf, type StepRuntime } from '../../framework/index.ts';
import type { SetIOArgs } from './contract.ts';

export const setIORuntime: StepRuntime<SetIOArgs> = {
  async run({ args, ports, signal }) {
    const result = await ports.robot.setOutputs(args.outputs, signal);
    return outcomeOf(result, messages.changingOutputFailed);
  },
};
