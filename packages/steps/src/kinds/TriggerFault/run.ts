import { failed, outcomeOf, type StepRuntime } from '../../framework/index.ts';
import type { TriggerFaultArgs } from './contract.ts';

export const triggerFaultRuntime: StepRuntime<TriggerFaultArgs> = {
  async run({ args: { message, isRecoverable }, ports, signal }) {
    if (!isRecoverable) return failed('TriggerFaultFailure', message);
    return outcomeOf(await ports.faults.hold({ kind: 'TriggerFaultFailure', message }, signal));
  },
};
