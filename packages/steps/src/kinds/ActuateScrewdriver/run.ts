import { messages } from '@cellwright/domain/messages';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import { type ActuateScrewdriverArgs, type ActuateScrewdriverVariables, commandOf } from './contract.ts';

export const actuateScrewdriverRuntime: StepRuntime<ActuateScrewdriverArgs, ActuateScrewdriverVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const order = { capability: 'screwdriver', equipmentID: args.equipmentID, command: commandOf(args) } as const;
    const result = await commandDevice(ports, order, signal);
    if (!result.ok && 'stopped' in result) return stopped;
    context.setVariable('succeeded', result.ok);
    if (result.ok) {
      context.setVariable('achievedTorque', result.value.achievedTorqueNewtonMeters);
      context.setVariable('shankPosition', result.value.shankPositionMeters * 1000);
      return completed;
    }
    if (!args.stopOnFailure) return completed;
    return failed('GripperFailure', messages.failedToActuateScrewdriver, result.failure.message);
  },
};
