import { messages } from '@cellwright/domain/messages';
import { payloadMassRange } from '@cellwright/domain/robot';
import { evaluateNumber, failed, outcomeOf, type StepRuntime } from '../../framework/index.ts';
import type { AnticipatePayloadArgs } from './contract.ts';

const { minimum, maximum } = payloadMassRange;

export const anticipatePayloadRuntime: StepRuntime<AnticipatePayloadArgs> = {
  async run({ args: { mass, massExpression }, ports, signal }) {
    const evaluation = await evaluateNumber(ports.expressions, massExpression ?? mass);
    if (!evaluation.ok) return failed('ExecutionFailure', messages.errorInField('massExpression', evaluation.message));
    if (evaluation.value < minimum) return failed('ExecutionFailure', messages.payloadMassTooSmall(minimum));
    if (evaluation.value > maximum) return failed('ExecutionFailure', messages.payloadMassTooLarge(maximum));
    return outcomeOf(await ports.robot.setPayload(evaluation.value, signal));
  },
};
