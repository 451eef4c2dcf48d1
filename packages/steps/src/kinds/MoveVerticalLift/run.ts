import { messages } from '@cellwright/domain/messages';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import { limitMS, type MoveVerticalLiftArgs, type MoveVerticalLiftVariables } from './contract.ts';

export const moveVerticalLiftRuntime: StepRuntime<MoveVerticalLiftArgs, MoveVerticalLiftVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const command = { heightMeters: args.target ?? 0, speedFraction: args.speed };
    const order = { capability: 'lift', equipmentID: args.equipmentID, command, stepLimitMS: limitMS } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) {
      context.setVariable('height', result.value.heightMeters);
      return completed;
    }
    if ('stopped' in result) return stopped;
    return failed('ExecutionFailure', messages.failedToMoveLift, result.failure.message);
  },
};
