import { completed, type StepRuntime } from '../../framework/index.ts';
import type { RunInBackgroundArgs, RunInBackgroundVariables } from './contract.ts';

export const runInBackgroundRuntime: StepRuntime<RunInBackgroundArgs, RunInBackgroundVariables> = {
  async run(context) {
    context.setVariable('isRunning', true);
    context.playChildrenBeside(() => context.setVariable('isRunning', false));
    return completed;
  },
};
