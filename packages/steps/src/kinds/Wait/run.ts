import { messages } from '@cellwright/domain/messages';
import { completed, evaluateCondition, failed, poll, type StepRuntime } from '../../framework/index.ts';
import type { WaitArgs } from './contract.ts';

/** Polling interval of a condition. */
const waitPollMS = 100;

export const waitRuntime: StepRuntime<WaitArgs> = {
  async run({ args: { milliseconds, condition }, ports, signal }) {
    const { clock, expressions } = ports;
    if (condition === undefined) {
      await clock.sleep(milliseconds ?? 0, signal);
      return completed;
    }
    const outcome = await poll({ clock, signal, everyMS: waitPollMS }, async () => {
      const result = await evaluateCondition(expressions, condition);
      if (!result.ok) return failed('ExecutionFailure', messages.errorInField('condition', result.message));
      return result.holds ? completed : undefined;
    });
    return outcome ?? completed;
  },
};
