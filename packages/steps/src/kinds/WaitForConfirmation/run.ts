import { completed, outcomeOf, type StepRuntime } from '../../framework/index.ts';
import type { WaitForConfirmationArgs, WaitForConfirmationVariables } from './contract.ts';

export const waitForConfirmationRuntime: StepRuntime<WaitForConfirmationArgs, WaitForConfirmationVariables> = {
  async run(context) {
    const { stepID, args, ports, signal } = context;
    const { message, mode, choices, required, answeredBy, delayMS } = args;
    const prompt = { stepID, message, mode, choices, required, ...(answeredBy === 'anyone' && { answeredBy }) };
    for (;;) {
      context.setVariable('confirmed', false);
      const answer = await ports.operator.ask(prompt, signal);
      if (!answer.ok) return outcomeOf(answer);
      context.setVariable('confirmed', true);
      if (mode === 'choice') context.setVariable('choice', answer.value);
      if (mode === 'freeform') context.setVariable('freeformInput', answer.value);
      const delay = await ports.operator.countDown({ stepID, message, delayMS }, { clock: ports.clock, signal });
      if (!delay.ok) return outcomeOf(delay);
      if (delay.value === 'elapsed') return completed;
    }
  },
};
