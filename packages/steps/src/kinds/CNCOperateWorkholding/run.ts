import { machineMessages } from '@cellwright/domain/runner-socket';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import { type CNCOperateWorkholdingArgs, workholdingLimitMS } from './contract.ts';

export const cncOperateWorkholdingRuntime: StepRuntime<CNCOperateWorkholdingArgs> = {
  async run({ args: { equipmentID, workholdingID, action }, ports, signal }) {
    const command = { workholding: workholdingID, action };
    const order = { capability: 'workholding', equipmentID, command, stepLimitMS: workholdingLimitMS } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) return completed;
    if ('stopped' in result) return stopped;
    return failed('HaasFailure', machineMessages.workholdingFailed, result.failure.message);
  },
};
