import { machineMessages } from '@cellwright/domain/runner-socket';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import { type CNCOperateAutodoorArgs, doorLimitMS } from './contract.ts';

export const cncOperateAutodoorRuntime: StepRuntime<CNCOperateAutodoorArgs> = {
  async run({ args: { equipmentID, actionID }, ports, signal }) {
    const order = { capability: 'door', equipmentID, command: { action: actionID }, stepLimitMS: doorLimitMS } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) return completed;
    if ('stopped' in result) return stopped;
    return failed('HaasFailure', machineMessages.autodoorFailed, result.failure.message);
  },
};
