import { messages } from '@cellwright/domain/messages';
import { commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import { type ActuateVacuumArgs, type ActuateVacuumVariables, suctionOf } from './contract.ts';

export const actuateVacuumRuntime: StepRuntime<ActuateVacuumArgs, ActuateVacuumVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const { equipmentID, tolerance, waitForGrip, stopOnFailure } = args;
    const command = { suction: suctionOf(args), tolerance, waitForVacuum: waitForGrip };
    const result = await commandDevice(ports, { capability: 'vacuum', equipmentID, command }, signal);
    if (result.ok) {
      const { vacuum, gripDetected } = result.value;
      context.setVariable('gripDetected', gripDetected);
      if (vacuum.A !== undefined) context.setVariable('vacuumA', vacuum.A);
      if (vacuum.B !== undefined) context.setVariable('vacuumB', vacuum.B);
      return completed;
    }
    if ('stopped' in result) return stopped;
    context.setVariable('gripDetected', false);
    if (!stopOnFailure) return completed;
    return failed('GripperFailure', messages.failedToActuateVacuum, result.failure.message);
  },
};
