import { messages } from '@cellwright/domain/messages';
import { completed, failed, type StepRuntime } from '../../framework/index.ts';
import type { SetEnvironmentVariableArgs } from './contract.ts';

export const setEnvironmentVariableRuntime: StepRuntime<SetEnvironmentVariableArgs> = {
  async run({ args: { variableID, newValue }, ports }) {
    const evaluation = await ports.expressions.evaluate(newValue);
    if (!evaluation.ok) return failed('ExecutionFailure', messages.errorInField('newValue', evaluation.message));
    const set = await ports.variables.set(variableID, evaluation.value);
    if (set.ok) return completed;
    if (set.isKnown) return failed('ExecutionFailure', messages.errorInField('newValue', set.message));
    const isSomethingElse = ports.space.find(variableID) !== undefined;
    return failed(
      'ExecutionFailure',
      isSomethingElse ? messages.notAnEnvironmentVariable(variableID) : messages.unknownVariableID(variableID),
    );
  },
};
