import { messages } from '@cellwright/domain/messages';
import { type CommandOf, commandDevice, completed, failed, type StepRuntime, stopped } from '../../framework/index.ts';
import type { ActuateGripperArgs, ActuateGripperVariables } from './contract.ts';

export const actuateGripperRuntime: StepRuntime<ActuateGripperArgs, ActuateGripperVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const order = { capability: 'gripper', equipmentID: args.equipmentID, command: commandOf(args) } as const;
    const result = await commandDevice(ports, order, signal);
    if (result.ok) {
      context.setVariable('gripDetected', result.value.gripDetected);
      return completed;
    }
    if ('stopped' in result) return stopped;
    context.setVariable('gripDetected', false);
    if (!args.stopOnFailure) return completed;
    return failed('GripperFailure', messages.failedToActuateGripper, result.failure.message);
  },
};

function commandOf(args: ActuateGripperArgs): CommandOf<'gripper'> {
  const { control, diameter, direction, forceKind, force, forcePercent, speed, tolerance, waitForGrip } = args;
  return {
    control,
    widthMeters: diameter,
    direction,
    ...(forceKind === 'newtons' ? { forceNewtons: force } : { forceFraction: forcePercent }),
    speedFraction: speed,
    toleranceMeters: tolerance,
    waitForGrip,
  };
}
