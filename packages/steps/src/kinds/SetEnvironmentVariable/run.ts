import { messages } from '@cellwright/domain';
import { completed, failed, type StepRuntime } from '../../framework/index.ts';
import type { SetEnvironmentVariableArgs } from './contract.ts';

export const setEnvironmentVariableRuntime: StepRuntime<SetEnvironmentVariableArgs> = {
  async run({ args: { variableID, newValue }, ports }) {
    const evaluation = await ports.expressions.evaluate(newValue);
    if (!evaluation.ok) return failed('ExecutionFailure', messages.errorInField('newValue', evaluation.message));
    if (await ports.variables.set(variableID, evaluation.value)) return completed;
    const isSomethingElse = ports.space.find(variableID) !== undefined;
    return failed(
      'ExecutionFailure',
      isSomethingElse ? messages.notAnEnvironmentVariable(variableID) : messages.unknownVariableID(variableID),
    );
  },
};
