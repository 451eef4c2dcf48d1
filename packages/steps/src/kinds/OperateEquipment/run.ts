import { messages } from '@cellwright/domain/messages';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import type { OperateEquipmentArgs } from './contract.ts';

export const operateEquipmentRuntime: StepRuntime<OperateEquipmentArgs> = {
  async run({ args: { equipmentID, actionID }, ports, signal }) {
    const order = { capability: 'actions', equipmentID, command: { action: actionID } } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) return completed;
    if ('stopped' in result) return stopped;
    return failed('ExecutionFailure', messages.equipmentActionFailed, result.failure.message);
  },
};
